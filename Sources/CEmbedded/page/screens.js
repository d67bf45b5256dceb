// Pictures of screens from homescreen's own renderer: SVG elements without scripts or external references. Anything
// else is removed here before it is added to the page.

const svgNames = new Set([
  "svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan",
  "image", "clipPath", "mask", "linearGradient", "radialGradient", "stop", "filter", "feGaussianBlur", "feColorMatrix",
  "feOffset", "feMerge", "feMergeNode", "feFlood", "feComposite", "feBlend", "feComponentTransfer", "feFuncR", "feFuncG",
  "feFuncB", "feFuncA", "title", "desc", "pattern",
]);

/// An SVG element with the content of a text; null for an invalid text.
function drawing(text) {
  const parsed = new DOMParser().parseFromString('<svg xmlns="http://www.w3.org/2000/svg">' + text + "</svg>", "image/svg+xml").documentElement;
  if (parsed.nodeName === "parsererror" || parsed.querySelector("parsererror")) return null;
  for (const element of [parsed, ...parsed.querySelectorAll("*")]) {
    if (!svgNames.has(element.nodeName)) {
      element.remove();
      continue;
    }
    for (const { name, value } of [...element.attributes]) {
      const isReference = name === "href" || name === "xlink:href";
      if (name.startsWith("on") || name === "style" || isReference && !/^(#|data:image\/)/.test(value)) {
        element.removeAttribute(name);
      }
    }
  }
  return document.importNode(parsed, true);
}

/// The shared parts that are in the page already.
const installedParts = new Set();

/// Adds a shared part that the markup refers to, after the parts that it refers to; false if all exist.
function installPart(markup) {
  for (const [, number] of markup.matchAll(/#p(\d+)/g)) {
    if (installedParts.has(number) || !data.parts || data.parts[number] === undefined) continue;
    // Marked before its own parts, so that a cycle ends.
    installedParts.add(number);
    while (installPart(data.parts[number])) ;
    const part = drawing(data.parts[number])?.firstElementChild;
    if (part) {
      part.setAttribute("id", "p" + number);
      document.getElementById("parts").append(part);
    }
    return true;
  }
  return false;
}

/// The picture of a screen in the page's list.
function picture(number, label) {
  const screen = data.screens && data.screens[number];
  if (!screen) return null;
  const [width, height, words, body] = screen;
  while (installPart(body)) ;
  const svg = drawing(body);
  if (!svg) return make("p", { class: "empty" }, "This picture cannot be drawn.");
  svg.setAttribute("viewBox", "0 0 " + width + " " + height);
  svg.setAttribute("font-family", "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label + ": " + words);
  svg.setAttribute("class", "screen");
  return svg;
}
