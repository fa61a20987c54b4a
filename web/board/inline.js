// @ts-check
// SVG text from the server as an element of this page. The page allows no style inside of markup, so the picture's
// style sheet is adopted by the page, and its style attributes are set one by one.

/** @type {Set<string>} */
const adopted = new Set();

/**
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function inlineSvg(text) {
  return /** @type {SVGSVGElement} */ (taken(parse(text)));
}

/** Faces of counters that no counter has shown yet: most of them never lie on the table. @type {Map<string, Element>} */
const waiting = new Map();

/**
 * A sheet of symbols without the faces of its counters, which `bring` puts on it one by one: hundreds of
 * unused pictures would slow down every change of the page.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function inlineSheet(text) {
  const parsed = parse(text);
  for (const symbol of [...parsed.querySelectorAll("symbol[id^='face-']")]) {
    symbol.remove();
    waiting.set(symbol.id, symbol);
  }
  return /** @type {SVGSVGElement} */ (taken(parsed));
}

/**
 * Puts a face on the sheet, if it is drawn there and was not needed before.
 * @param {string} id
 * @param {Element | null} sheet
 */
export function bring(id, sheet) {
  const face = waiting.get(id);
  if (!face || !sheet) return;
  waiting.delete(id);
  sheet.append(taken(face));
}

/**
 * The faces whose ids begin so and that are not on the sheet yet, in the order in which they were drawn.
 * @param {string} start
 */
export function unbrought(start) {
  return [...waiting.keys()].filter((id) => id.startsWith(start));
}

/** @param {string} text */
function parse(text) {
  const plain = text
    .replace(/<style[^>]*>([^]*?)<\/style>/g, (_, rules) => {
      adopt(rules);
      return "";
    })
    .replace(/(<[^<>]*) style="/g, '$1 data-style="');
  const parsed = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") throw new Error("the server sent something that is no picture");
  return parsed;
}

/**
 * A parsed element as one of this page.
 * @param {Element} parsed
 */
function taken(parsed) {
  const element = document.importNode(parsed, true);
  for (const styled of element.querySelectorAll("[data-style]")) {
    /** @type {SVGElement} */ (styled).style.cssText = styled.getAttribute("data-style") ?? "";
    styled.removeAttribute("data-style");
  }
  return element;
}

/** @param {string} rules */
function adopt(rules) {
  if (adopted.has(rules)) return;
  adopted.add(rules);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
