// Creates elements. Data of a run is added as text, never as markup.

/// An element with its properties, then its children: elements, texts, lists of these, or nothing.
function make(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "on") for (const [event, body] of Object.entries(value)) element.addEventListener(event, body);
    else element.setAttribute(key, value === true ? "" : value);
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    element.append(child);
  }
  return element;
}

function fill(element, ...children) {
  element.replaceChildren();
  return add(element, children);
}

/// A button with an action.
function button(text, action, properties) {
  return make("button", { type: "button", ...properties, on: { click: action } }, text);
}

/// `1.250 s`
function seconds(milliseconds) {
  return (milliseconds / 1000).toFixed(3) + " s";
}

/// Real time, rounded for people.
function duration(microseconds) {
  if (!microseconds) return "";
  if (microseconds < 1000) return microseconds + " µs";
  if (microseconds < 1000000) return (microseconds / 1000).toFixed(1) + " ms";
  return (microseconds / 1000000).toFixed(2) + " s";
}

function counted(count, word, more) {
  return count + " " + (count === 1 ? word : more || word + "s");
}

/// Announces a change to screen readers.
function announce(text) {
  document.getElementById("said").textContent = text;
}

/// A command with a button that copies it.
function command(text) {
  const copy = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
      announce("Copied");
    } catch {
      // If the browser does not let files copy, the text is selected, and the person copies it.
      getSelection().selectAllChildren(code);
      copy.textContent = "Selected";
      announce("The command is selected; copy it with the keyboard");
    }
    setTimeout(() => { copy.textContent = "Copy"; }, 2000);
  }, { class: "copy", "aria-label": "Copy the command" });
  const code = make("code", {}, text);
  return make("div", { class: "command" }, code, copy);
}

/// Text that may have Markdown code spans.
function marked(text) {
  return text.split("`").map((part, index) => index % 2 ? make("code", {}, part) : part);
}

/// The results: a shape and a word in addition to the colour.
const marks = {
  passed: "✓", failed: "✗", error: "✗", broken: "✗", pending: "○",
  warning: "!", note: "i", holds: "✓", fails: "✗", ignored: "~", absent: "–", unknown: "?",
  documented: "●", observed: "◕", reported: "◑", assumed: "○",
};

/// The shape and the word; in a row under a heading with the word, the word is only for screen readers.
function status(word, isInRow) {
  return make("span", { class: "status " + word }, make("span", { "aria-hidden": "true" }, marks[word] || "·"), " ",
    make("span", { class: isInRow ? "hidden" : null }, word));
}

/// A section with a heading; nothing if it has no content.
function section(title, ...children) {
  const content = children.flat(Infinity).filter(child => child !== undefined && child !== null && child !== false);
  if (!content.length) return null;
  return make("section", {}, make("h3", {}, title), content);
}

/// Source lines with their numbers; one of them is highlighted.
function sourceLines(first, lines, meant) {
  const list = make("pre", { class: "source", tabindex: "0", "aria-label": "Source" });
  lines.forEach((text, index) => {
    const number = first + index;
    const isMeant = number === meant;
    list.append(make("span", { class: isMeant ? "line meant" : "line" },
      make("span", { class: "number" }, (isMeant ? "> " : "  ") + String(number).padStart(4)), "  ", text, "\n"));
  });
  return list;
}
