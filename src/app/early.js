// Before the page is awake, and where it never is: Enter asks by the form, what is dropped does not take the page's
// place, and where there is a mouse the question has the focus. The page has the look that was chosen from the start.
{
  const { documentElement } = document;
  try {
    const chosen = JSON.parse(localStorage.getItem("footnote.appearance") ?? "{}");
    for (const [property, value] of Object.entries(chosen)) documentElement.style.setProperty(property, value);
  } catch {
    // A browser that keeps nothing has nothing chosen.
  }
  // While an answer comes that was posted, nothing is asked once more, by whoever is awake by then; in milliseconds.
  const ON_ITS_WAY = 10_000;
  let posted = -ON_ITS_WAY;
  const isAsking = ({ target, key, shiftKey, isComposing }) => target.id === "question" && key === "Enter" && !shiftKey && !isComposing;
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const stopSecond = (event) => {
    const asks = event.type === "submit" ? event.target.id === "ask" : isAsking(event);
    if (asks && performance.now() - posted < ON_ITS_WAY) stop(event);
  };
  for (const kind of ["keydown", "submit"]) addEventListener(kind, stopSecond, true);
  addEventListener("submit", (event) => {
    if (event.target.id === "ask" && !event.defaultPrevented) posted = performance.now();
  });
  addEventListener("pageshow", () => (posted = -ON_ITS_WAY));
  // The page's own answer to Enter comes first.
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !isAsking(event)) return;
    event.preventDefault();
    if (event.target.value.trim()) event.target.form.requestSubmit();
  });
  for (const kind of ["dragover", "drop"]) {
    addEventListener(kind, (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
  }
  const arrive = () => {
    const isNew = !location.hash && !document.querySelector("article") && !sessionStorage.getItem("footnote.open");
    if (isNew && matchMedia("(pointer: fine)").matches) document.getElementById("question")?.focus();
  };
  document.addEventListener("readystatechange", arrive, { once: true });
}
