// A small front end that speaks whichever form its address names: `/?form=choices`.
import { FORMS } from "./forms.js";
import { pieces } from "./reader.js";

const form = FORMS[new URLSearchParams(location.search).get("form") ?? "message_delta"];
const turns = document.querySelector("#turns");
const conversation = { messages: [], state: null };

// As libraries of styles do it.
const style = document.createElement("style");
style.textContent = "#turns li { border-top: 1px solid }";
document.head.append(style);

document.querySelector("#ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const { question, streams } = event.target.elements;
  ask(question.value, streams.checked);
});

async function ask(question, streams) {
  const turn = document.createElement("li");
  const parts = Object.fromEntries(["question", "answer", "citations", "thoughts", "supporting", "error"].map((name) => [name, part(turn, name)]));
  parts.question.textContent = question;
  turn.setAttribute("aria-busy", "true");
  turns.append(turn);
  conversation.messages.push({ role: "user", content: question });
  let answer = "";
  let shown = 0;
  try {
    for await (const piece of pieces(form, conversation, streams)) {
      if (piece.text) parts.answer.textContent = answer += piece.text;
      if (piece.text) turn.dataset.pieces = String((shown += 1));
      if (piece.context) tell(parts, piece.context);
      if (piece.state !== undefined) conversation.state = piece.state;
    }
    conversation.messages.push({ role: form.answerer ?? "assistant", content: answer });
    for (const [, source] of answer.matchAll(/\[([^\]]+\.[a-z]+(?:#page=\d+)?)\]/g)) parts.citations.append(link(source));
  } catch (error) {
    parts.error.textContent = error.message;
  }
  turn.removeAttribute("aria-busy");
}

function part(turn, name) {
  const element = document.createElement("div");
  element.className = name;
  turn.append(element);
  return element;
}

/** Shows thoughts and supporting content, whichever of their two shapes they have. */
function tell(parts, { thoughts, data_points: points }) {
  if (typeof thoughts === "string") parts.thoughts.innerHTML = thoughts;
  else if (thoughts) parts.thoughts.textContent = thoughts.map(({ title }) => title).join("; ");
  const texts = Array.isArray(points) ? points : points?.text;
  if (texts) parts.supporting.textContent = texts.join("\n");
}

/** A citation opens its document as those with a log-in do: fetched, and shown from memory. */
function link(source) {
  const button = document.createElement("button");
  button.textContent = source;
  button.addEventListener("click", async () => {
    const [path, fragment] = source.split("#");
    const response = await fetch(`/content/${path}`);
    const frame = document.querySelector("#document");
    frame.src = `${URL.createObjectURL(await response.blob())}${fragment ? `#${fragment}` : ""}`;
    frame.hidden = false;
  });
  return button;
}
