// Sends a conversation in a form and reads its answer, streamed or whole.

/** The pieces of an answer: each may have text, context and session state. */
export async function* pieces(form, conversation, streams) {
  const { path, body, headers } = form.ask(conversation, streams);
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(path, { ...options, headers: { ...(body && { "content-type": "application/json" }), ...headers } });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  if (streams) {
    for await (const value of values(response)) yield form.piece(refusing(value));
  } else {
    yield form.whole(refusing(await response.json()));
  }
}

/** Whatever has an error is one. */
function refusing(value) {
  if (value.error) throw new Error(JSON.stringify(value.error));
  return value;
}

/** The values of a stream: of lines, or of the data of events. */
async function* values(response) {
  const events = response.headers.get("content-type").startsWith("text/event-stream");
  for await (const line of lines(response.body.pipeThrough(new TextDecoderStream()))) {
    const data = events ? line.match(/^data: ?(.*)/)?.[1] : line;
    if (data && data !== "[DONE]") yield JSON.parse(data);
  }
}

async function* lines(stream) {
  const reader = stream.getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    yield* parts;
  }
  if (rest) yield rest;
}
