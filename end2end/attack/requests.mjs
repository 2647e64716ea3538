// What attackers send.
import { connect } from "node:net";

/** A question that the sample documents answer. */
export const QUESTION = "What should be done with wet books?";

/** What has to hold of an attack's outcome. */
export function expect(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}

/** A question as most clients send it. */
export const question = (content, more = {}) => ({ messages: [{ role: "user", content }], ...more });

/** Posts JSON; gives the status, 0 if the client has left before there was one, and the text. */
export async function post(server, path, body, { seconds = 60, headers = {} } = {}) {
  const options = {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(seconds * 1000),
  };
  return sent(`${server.url}${path}`, options);
}

/** Posts the page's form. */
export function postForm(server, fields) {
  return sent(`${server.url}/`, { method: "POST", body: new URLSearchParams(fields), signal: AbortSignal.timeout(60_000) });
}

/** Posts a question with one file. */
export function postFile(server, content, name, text, seconds = 60) {
  const form = new FormData();
  form.append("json", new Blob([JSON.stringify(question(content))], { type: "application/json" }));
  form.append("messages[0].files[0]", new Blob([text], { type: "text/markdown" }), name);
  return sent(`${server.url}/chat`, { method: "POST", body: form, signal: AbortSignal.timeout(seconds * 1000) });
}

async function sent(url, options) {
  try {
    const response = await fetch(url, options);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return { status: 0, headers: new Headers(), text: "" };
  }
}

/** Opens a connection and sends bytes that no library would; gives all that comes back until it is closed or time is up. */
export function raw(server, bytes, seconds = 5) {
  return new Promise((got) => {
    let text = "";
    const socket = connect(server.port, "127.0.0.1", () => socket.write(bytes));
    const late = setTimeout(() => done(), seconds * 1000);
    const done = () => {
      clearTimeout(late);
      socket.destroy();
      got(text);
    };
    socket.on("data", (part) => (text += part));
    socket.on("close", done).on("error", done);
  });
}

/** Opens a connection, sends bytes, and leaves it to the caller. */
export function open(server, bytes) {
  const socket = connect(server.port, "127.0.0.1", () => socket.write(bytes));
  socket.on("error", () => {});
  return socket;
}

/** A head and a body as they go over the wire. */
export function wire(path, body, headers = {}) {
  const fields = { host: "localhost", "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${head.join("")}\r\n${body}`;
}

/** How often a status came, in words. */
export function told(statuses) {
  const counts = new Map();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status || "left"}`).join(", ");
}
