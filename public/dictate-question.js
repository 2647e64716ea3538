// <dictate-question for messages transcribes?>: a button that writes what is said into a field. Where the browser can
// tell words from sounds on the device, it does; else the server does, if it has a model for that; else there is no
// button. Nothing is sent to whoever offers recognition to browsers.
const Recognition = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
const LONGEST = 120_000; // Milliseconds that the microphone stays open.
const BITS = 32_000; // Per second, enough for speech: a recording stays far below what the server takes.

/** The errors by which the microphone cannot be used. */
const REFUSED = ["not-allowed", "audio-capture", "service-not-allowed"];

/** The language of the page as the reader's browser says it, such as "en-GB". */
function language() {
  const page = document.documentElement.lang;
  return navigator.languages.find((known) => known.startsWith(`${page}-`)) ?? page;
}

/** True if the browser recognises speech without sending it anywhere. */
async function isOnDevice() {
  try {
    return (await Recognition.available({ langs: [language()], processLocally: true })) === "available";
  } catch {
    return false;
  }
}

/** Listens on the device; `heard` gets each piece of text, `ended` the name of an error, an error with words, or nothing. */
function recognise(heard, ended) {
  const recognition = new Recognition();
  Object.assign(recognition, { lang: language(), continuous: true, processLocally: true });
  let error = "no-speech";
  recognition.onresult = ({ results, resultIndex }) => {
    for (const result of [...results].slice(resultIndex)) {
      if (!result.isFinal) continue;
      heard(result[0].transcript);
      error = undefined;
    }
  };
  recognition.onerror = (event) => (error = event.error);
  recognition.onend = () => ended(error);
  recognition.start();
  return (isWanted) => (isWanted ? recognition.stop() : recognition.abort());
}

/** Has the server write a recording down; where it cannot, it says why. */
async function written(sound) {
  const response = await fetch("/dictation", { method: "POST", headers: { "content-type": sound.type }, body: sound });
  const { text, error } = await response.json();
  if (!response.ok) throw new Error(error?.message ?? error);
  return text;
}

/** Records until it is stopped, and has the server write it down unless nobody wants it any more. */
async function record(heard, ended, writing) {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const release = () => stream.getTracks().forEach((track) => track.stop());
  try {
    const recorder = new MediaRecorder(stream, { audioBitsPerSecond: BITS });
    const pieces = [];
    let isWanted = true;
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    recorder.onerror = () => {
      isWanted = false;
      release();
      ended("audio-capture");
    };
    recorder.onstop = async () => {
      release();
      if (!isWanted) return;
      writing();
      // Some browsers tell the type with the sound alone.
      const type = pieces[0]?.type || recorder.mimeType;
      try {
        const text = await written(new Blob(pieces, { type }));
        heard(text);
        ended(text ? undefined : "no-speech");
      } catch (error) {
        ended(error);
      }
    };
    recorder.start();
    const stop = (wanted) => {
      isWanted &&= wanted;
      if (recorder.state === "recording") recorder.stop();
    };
    return stop;
  } catch (error) {
    release();
    throw error;
  }
}

class DictateQuestion extends HTMLElement {
  #button;
  #status;
  #stop;

  async connectedCallback() {
    if (this.#button) return;
    this.#button = Object.assign(document.createElement("button"), { type: "button", className: "quiet" });
    this.#status = Object.assign(document.createElement("span"), { className: "hint" });
    this.#status.role = "status";
    const transcribes = this.hasAttribute("transcribes") && navigator.mediaDevices && globalThis.MediaRecorder;
    const listen = (await isOnDevice()) ? recognise : transcribes && record;
    if (!listen) return;
    // What went wrong is over once something is written.
    document.getElementById(this.getAttribute("for"))?.addEventListener("input", () => (this.#status.textContent = ""));
    this.#button.addEventListener("click", () => {
      // A button that is disabled would lose the focus.
      if (this.#button.ariaDisabled === "true") return;
      if (this.#stop) this.#stop(true);
      else this.#begin(listen);
    });
    this.#say(0);
    this.append(this.#button, this.#status);
  }

  disconnectedCallback() {
    this.#stop?.(false);
    this.#stop = undefined;
  }

  #message(at) {
    return this.getAttribute("messages").split("\n")[at];
  }

  /** Shows a label, and that the microphone is open. */
  #say(label) {
    this.#button.textContent = this.#message(label);
    this.toggleAttribute("listening", label === 1);
  }

  async #begin(listen) {
    this.#status.textContent = "";
    this.#button.ariaDisabled = "true";
    const ended = (error) => {
      this.#stop = undefined;
      this.#button.ariaDisabled = "false";
      this.#say(0);
      if (error) this.#status.textContent = error.message ?? this.#message(REFUSED.includes(error) ? 3 : 4);
      else document.getElementById(this.getAttribute("for"))?.focus();
    };
    const writing = () => {
      this.#button.ariaDisabled = "true";
      this.#say(2);
    };
    try {
      const stop = await listen((text) => this.#write(text), ended, writing);
      this.#stop = stop;
      if (!this.isConnected) return this.disconnectedCallback();
      setTimeout(() => stop(true), LONGEST);
      this.#button.ariaDisabled = "false";
      this.#say(1);
    } catch {
      ended(REFUSED[0]);
    }
  }

  /** Writes into the field as if it were typed. */
  #write(text) {
    const field = document.getElementById(this.getAttribute("for"));
    const heard = text?.trim();
    if (!field || !heard) return;
    const before = field.value.slice(0, field.selectionStart);
    const space = before && !/\s$/.test(before) ? " " : "";
    field.setRangeText(space + heard, field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}

customElements.define("dictate-question", DictateQuestion);
