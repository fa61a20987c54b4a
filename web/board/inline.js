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
  const plain = text
    .replace(/<style[^>]*>([^]*?)<\/style>/g, (_, rules) => {
      adopt(rules);
      return "";
    })
    .replace(/(<[^<>]*) style="/g, '$1 data-style="');
  const parsed = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") throw new Error("the server sent something that is no picture");
  const picture = /** @type {SVGSVGElement} */ (document.importNode(/** @type {Node} */ (parsed), true));
  for (const element of picture.querySelectorAll("[data-style]")) {
    /** @type {SVGElement} */ (element).style.cssText = element.getAttribute("data-style") ?? "";
    element.removeAttribute("data-style");
  }
  return picture;
}

/** @param {string} rules */
function adopt(rules) {
  if (adopted.has(rules)) return;
  adopted.add(rules);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
