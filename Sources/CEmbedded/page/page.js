// The whole page: header, list, selected item, keys and addresses. Each view has an address after the #, for links and
// for the browser's back button.

const keys = [
  ["← →", "previous or next step"], ["↑ ↓ or k j", "previous or next row of the list"], ["Home End", "first or last step"],
  ["/", "search"], ["Esc", "leave the search, close this, or go back to the list"], ["?", "these keys"],
  ["Alt ←", "the browser’s back button: return to where you were"],
];

const pages = { run: runPage, lint: findingsPage, check: checkPage, facts: factsPage };
const page = pages[data.kind]();

const help = make("dialog", { "aria-labelledby": "keys" }, make("h2", { id: "keys" }, "Keys"),
  make("dl", { class: "keys" }, keys.map(([key, text]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)])),
  button("Close", () => help.close()));

const main = make("main", { id: "main" });
const nav = make("nav", { "aria-label": page.list.options.name }, page.list.element);
document.getElementById("page").append(
  make("a", { class: "skip", href: "#main", on: { click: event => {
    event.preventDefault();
    document.getElementById("title")?.focus();
  } } }, "Skip to the selection"),
  make("header", {}, make("h1", {}, data.title), page.title,
    button("Keys ?", () => help.showModal(), { class: "help" })),
  make("div", { class: "body" }, nav, main), help,
  make("footer", {}, "homescreen " + data.version + ". This page loads nothing from the network."),
  make("div", { id: "said", class: "hidden", role: "status", "aria-live": "polite" }));

/// Goes to an address; a neighbouring step replaces the current one in the history, so that back leads further.
function navigate(address, replaces) {
  if (replaces) {
    try {
      history.replaceState(null, "", address);
      return show(false);
    } catch {
      // If the browser gives files no history, it becomes a separate entry.
    }
  }
  location.hash = address;
}

let current = null;

function show(moves) {
  const view = page.show(new URLSearchParams(location.hash.slice(1)));
  document.body.classList.toggle("chosen", view.isDetail);
  if (view.element !== current) {
    current = view.element;
    fill(main, view.element);
    // The focus stays in the list; if the list is hidden, the title gets it.
    if (moves && view.isDetail && getComputedStyle(nav).display === "none") document.getElementById("title")?.focus();
  }
  view.select?.();
  const title = document.getElementById("title");
  document.title = (view.isDetail && title ? title.textContent.slice(0, 100) + " · " : "") + data.title;
}

addEventListener("hashchange", () => show(true));

function move(distance) {
  const next = page.list.neighbour(distance);
  if (next === undefined) return;
  navigate(page.address(next), true);
  page.list.link(next)?.focus({ preventScroll: true });
}

addEventListener("keydown", event => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "range";
  if (event.key === "Escape") {
    if (help.open) return;
    if (isTyping) return event.target.blur();
    if (location.hash.length > 1) location.hash = "";
    return;
  }
  if (isTyping || help.open) return;
  const steps = page.view();
  const isScrolling = event.target.closest?.("pre, .wide");
  switch (event.key) {
    case "ArrowRight": if (!steps || isScrolling) return; steps.move(1); break;
    case "ArrowLeft": if (!steps || isScrolling) return; steps.move(-1); break;
    case "Home": if (!steps || isScrolling) return; steps.go(0, null, false, true); break;
    case "End": if (!steps || isScrolling) return; steps.go(steps.steps.length - 1, null, false, true); break;
    case "ArrowDown": if (isScrolling) return; move(1); break;
    case "j": move(1); break;
    case "ArrowUp": if (isScrolling) return; move(-1); break;
    case "k": move(-1); break;
    case "/": page.list.search.focus(); break;
    case "?": help.showModal(); break;
    default: return;
  }
  event.preventDefault();
});

// Folded sections are printed, too.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("main details")) details.open = true;
});

// A report with failures opens the first one; without room for both, the list comes first.
const isWide = !matchMedia("(max-width: 760px)").matches;
if (location.hash.length < 2 && page.start !== undefined && isWide) navigate(page.address(page.start), true);
else show(false);
