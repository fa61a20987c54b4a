// @ts-check
// The sign ◆ tells its ruling where it stands; a second press, or the number, leads to the list.

import { el, refill } from "../dom.js";

/**
 * Shows the text of a ruling beside its sign, anywhere on the page.
 * @param {(address: string) => void} [follow] what the ruling's number does, if it does not leave the page
 */
export function explainRulings(follow) {
  const card = el("div", { class: "ruling-card", role: "note", hidden: true });
  document.body.append(card);
  document.addEventListener("click", (event) => {
    const sign = event.target instanceof Element ? event.target.closest("a.ruling") : null;
    if (!(sign instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) {
      if (!(event.target instanceof Node && card.contains(event.target))) card.hidden = true;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const id = sign.dataset.ruling ?? "";
    const text = (sign.title || sign.dataset.text || "").replace(`${id}. `, "");
    sign.dataset.text = `${id}. ${text}`;
    const number = el("a", { href: sign.href, onclick: (/** @type {MouseEvent} */ click) => {
      if (!follow) return;
      click.preventDefault();
      card.hidden = true;
      follow(number.href);
    } }, el("b", {}, `◆ ${id}`));
    refill(card, number, " ", text);
    card.hidden = false;
    const box = sign.getBoundingClientRect();
    const width = Math.min(380, innerWidth - 16);
    card.style.width = `${width}px`;
    card.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
    const below = box.bottom + 6;
    card.style.top = below + card.offsetHeight < innerHeight ? `${below}px` : `${Math.max(8, box.top - card.offsetHeight - 6)}px`;
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") card.hidden = true;
  });
}
