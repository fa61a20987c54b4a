// @ts-check
// SVG text from the server as an element of this page. Its style sheet is adopted by the page, because the page
// allows no style inside elements.

/** @type {Set<string>} */
const adopted = new Set();

/**
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function inlineSvg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") throw new Error("the server sent something that is no picture");
  for (const style of parsed.querySelectorAll("style")) {
    adopt(style.textContent ?? "");
    style.remove();
  }
  const picture = /** @type {SVGSVGElement} */ (document.importNode(/** @type {Node} */ (parsed), true));
  for (const element of picture.querySelectorAll("[style]")) {
    const rules = element.getAttribute("style") ?? "";
    element.removeAttribute("style");
    /** @type {SVGElement} */ (element).style.cssText = rules;
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
