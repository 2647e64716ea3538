// The places of words on a page of a PDF, asked of the server for as long as it is busy.
const DOOR = "/page/places";
const MOST = 6;
const LONGEST = 30;
// The server is at work for others, or something on the way to it is.
const PASSING = [429, 502, 503, 504];

const seconds = (wait, signal) => new Promise((then) => {
  const timer = setTimeout(then, 1000 * wait);
  signal.addEventListener("abort", () => clearTimeout(timer));
});

/** The wait before the next attempt: as long as the server says, or else twice as long each time. */
const wait = (said, attempt) => Math.min(Number(said) > 0 ? Number(said) : 2 ** attempt / 2, LONGEST);

/** Asks for the places of `words`; calls `delayed` for each time that there are none yet. */
export async function places(words, delayed, signal) {
  for (let attempt = 0; attempt < MOST; attempt += 1) {
    const asked = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(words), signal };
    const response = await fetch(DOOR, asked).catch(() => undefined);
    if (signal.aborted) return {};
    if (response?.ok) return response.json().catch(() => ({}));
    delayed();
    if (response && !PASSING.includes(response.status)) return {};
    if (attempt + 1 < MOST) await seconds(wait(response?.headers.get("retry-after"), attempt), signal);
  }
  return {};
}
