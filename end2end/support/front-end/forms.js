// How each form is asked, and where its answers hold what: a front end's view of them.

const byPath = (streams) => (streams ? "/chat/stream" : "/chat");
const newest = (messages) => messages.at(-1).content;
const overrides = { retrieval_mode: "text" };

/** The demonstration's form of the summer of 2024, which others differ from. */
const messages = {
  ask: ({ messages, state }, streams) => ({ path: byPath(streams), body: { messages, context: { overrides }, session_state: state } }),
  piece: ({ delta, context, session_state }) => ({ text: delta?.content, context, state: session_state }),
  whole: ({ message, context, session_state }) => ({ text: message.content, context, state: session_state }),
};

/** Libraries for OpenAI's chat completions. */
const completions = {
  ask: ({ messages }, stream) => ({ path: "/v1/chat/completions", body: { model: "any", messages, stream } }),
  piece: ({ choices: [choice] }) => ({ text: choice?.delta.content }),
  whole: ({ choices: [{ message }] }) => ({ text: message.content }),
  bare: true,
};

/** The form under its name, for what looks like another's request. */
const named = (form, name) => ({
  ...form,
  ask: (...given) => ({ ...form.ask(...given), headers: { "x-footnote-dialect": name } }),
});

const outputText = {
  ...messages,
  piece: ({ type, delta, context, session_state }) => ({ text: type === "response.output_text.delta" ? delta : undefined, context, state: session_state }),
  whole: ({ output_text: text, context, session_state }) => ({ text, context, state: session_state }),
};

const choices = {
  ask: ({ messages, state }, stream) => ({ path: "/chat", body: { messages, context: { overrides }, session_state: state, stream } }),
  piece: ({ choices: [{ delta, context, session_state }] }) => ({ text: delta.content, context, state: session_state }),
  whole: ({ choices: [{ message, context, session_state }] }) => ({ text: message.content, context, state: session_state }),
};

/** The web component. */
const component = {
  ask: ({ messages }, stream) => ({ path: "/chat", body: { messages, context: { approach: "rrr", top: 3 }, stream } }),
  piece: ({ choices: [{ delta }] }) => ({ text: delta.content, context: delta.context }),
  whole: ({ choices: [{ message }] }) => ({ text: message.content, context: message.context }),
};

/** Libraries for OpenAI's responses. */
const responses = {
  ask: ({ messages }, stream) => ({ path: "/v1/responses", body: { model: "any", input: messages, stream } }),
  piece: ({ type, delta }) => ({ text: type === "response.output_text.delta" ? delta : undefined }),
  whole: ({ output: [{ content: [{ text }] }] }) => ({ text }),
  bare: true,
};

/** Pages with the AI SDK, which send parts and read chunks. */
const chunks = {
  ask: ({ messages }) => ({
    path: "/api/chat",
    body: { id: "1", trigger: "submit-message", messages: messages.map(({ role, content }, at) => ({ id: `${at}`, role, parts: [{ type: "text", text: content }] })) },
  }),
  piece: ({ type, delta, data }) => ({ text: type === "text-delta" ? delta : undefined, context: type === "data-context" ? data : undefined }),
  streamsOnly: true,
};

/** Pages with an AG-UI client. */
const runs = {
  ask: ({ messages }) => ({
    path: "/chat",
    body: { threadId: "1", runId: "2", state: {}, messages: messages.map((message, at) => ({ id: `${at}`, ...message })), tools: [], context: [], forwardedProps: {} },
  }),
  piece: ({ type, delta, name, value, content }) => ({
    text: type === "TEXT_MESSAGE_CONTENT" ? delta : undefined,
    context: name === "thoughts" ? { thoughts: value } : content,
  }),
  streamsOnly: true,
};

/** A conversation as pairs of a question and its answer. */
const pairs = (messages) =>
  messages.flatMap(({ role, content }, at) => (role === "user" ? [{ user: content, ...(messages[at + 1] && { bot: messages[at + 1].content }) }] : []));

export const FORMS = {
  choices,
  choices_text: {
    ...choices,
    answerer: "bot",
    ask: ({ messages, state }, stream) => ({ path: "/chat", body: { messages, context: { overrides: { ...overrides, use_oid_security_filter: false } }, session_state: state, stream } }),
  },
  history: {
    ask: ({ messages }, streams) => ({ path: streams ? "/chat_stream" : "/chat", body: { history: pairs(messages), overrides } }),
    piece: ({ choices: [{ delta, extra_args }] }) => ({ text: delta.content, context: extra_args }),
    whole: ({ answer, thoughts, data_points }) => ({ text: answer, context: { thoughts, data_points } }),
  },
  chat_component: named(component, "chat_component"),
  chat_component_digits: {
    ...component,
    // As the eye reads its digits.
    piece: (value) => ({ ...component.piece(value), text: component.piece(value).text?.normalize("NFKC") }),
  },
  completion_chunks: named({ ...completions, ask: ({ messages }, stream) => ({ path: "/chat", body: { messages, stream } }) }, "completion_chunks"),
  message_events: {
    ask: ({ messages }) => ({ path: `/chat?message=${encodeURIComponent(newest(messages))}` }),
    piece: ({ text }) => ({ text }),
    bare: true,
    streamsOnly: true,
  },
  message_delta: {
    ask: ({ messages, state }, streams) => ({ path: byPath(streams), body: { messages, sessionState: state } }),
    piece: ({ delta, context, sessionState }) => ({ text: delta?.content, context, state: sessionState }),
    whole: ({ message, context, sessionState }) => ({ text: message.content, context, state: sessionState }),
  },
  sdk: {
    // Only what is new: the server knows the rest by the session state.
    ask: ({ messages, state }, streams) => ({
      path: `/api${byPath(streams)}`,
      body: { messages: messages.slice(-1), ...(state && { sessionState: state }) },
      headers: { "x-ms-useragent": "ts-http-runtime/1.0.0-beta.1" },
    }),
    piece: ({ delta, context, sessionState }) => ({ text: delta?.content, context, state: sessionState }),
    whole: ({ message, context, sessionState }) => ({ text: message.content, context, state: sessionState }),
  },
  chats: {
    // The session travels in the context.
    ask: ({ messages, state }, streams) => ({ path: `/api/chats${streams ? "/stream" : ""}`, body: { messages: messages.slice(-1), context: state ? { sessionId: state } : {} } }),
    piece: ({ delta, context }) => ({ text: delta?.content, context, state: context?.sessionId }),
    whole: ({ message, context }) => ({ text: message.content, context, state: context?.sessionId }),
  },
  session_state: messages,
  output_text: named(outputText, "output_text"),
  demo: { ...outputText, ask: ({ messages, state }, streams) => ({ path: byPath(streams), body: { messages, context: { overrides: { ...overrides, send_text_sources: true } }, session_state: state } }) },
  output_rows: { ...outputText, ask: ({ messages }, streams) => ({ path: byPath(streams), body: { input: messages, context: { overrides } } }) },
  ui_message_stream: chunks,
  ag_ui: runs,
  openai_chat: completions,
  openai_responses: responses,
  response_lines: {
    ...responses,
    ask: ({ messages }, streams) => ({
      path: byPath(streams),
      body: { input: messages.map(({ role, content }) => ({ type: "message", role, content: [{ type: role === "user" ? "input_text" : "output_text", text: content }] })) },
    }),
  },
};
