// @ts-check
// Small menus that open at a button or at the pointer, and dialogs.

import { el } from "../dom.js";

/** @type {HTMLElement | undefined} */
let open;
/** @type {Element | null} */
let opener = null;

/** Closes the open menu; false when there was none. */
export function closeMenu() {
  if (!open) return false;
  open.remove();
  open = undefined;
  opener?.setAttribute("aria-expanded", "false");
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  opener = null;
  return true;
}

/**
 * @param {{ x: number, y: number } | Element} where
 * @param {(Node | null)[]} entries
 */
export function openMenu(where, entries) {
  const again = where instanceof Element && opener === where;
  closeMenu();
  if (again) return;
  const menu = el("div", { class: "menu", role: "menu" }, ...entries);
  document.body.append(menu);
  const box = where instanceof Element ? where.getBoundingClientRect() : new DOMRect(where.x, where.y, 0, 0);
  const put = () => {
    const left = Math.min(box.left, innerWidth - menu.offsetWidth - 8);
    const below = box.bottom + 4;
    const top = below + menu.offsetHeight < innerHeight ? below : Math.max(8, box.top - menu.offsetHeight - 4);
    menu.style.left = `${Math.max(8, left)}px`;
    menu.style.top = `${Math.min(top, Math.max(8, innerHeight - menu.offsetHeight - 8))}px`;
  };
  put();
  // Answers of the server come later and make the menu longer.
  new ResizeObserver(put).observe(menu);
  open = menu;
  if (where instanceof Element) {
    opener = where;
    where.setAttribute("aria-expanded", "true");
  }
  const first = menu.querySelector("button, input, a");
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      closeMenu();
      event.stopPropagation();
      return;
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const items = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll("button, input, a")]);
    const now = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    items[(now + (event.key === "ArrowDown" ? 1 : items.length - 1)) % items.length]?.focus();
  });
}

/** Closes menus on a click elsewhere. */
export function closeMenusOutside() {
  document.addEventListener("pointerdown", (event) => {
    if (open && event.target instanceof Node && !open.contains(event.target) && !opener?.contains(event.target)) closeMenu();
  });
}

/**
 * @param {string} words
 * @param {() => void} run
 * @param {string} [key]
 */
export function entry(words, run, key = "") {
  return el("button", {
    type: "button", role: "menuitem", onclick: () => {
      closeMenu();
      run();
    },
  }, words, key ? el("kbd", {}, key) : null);
}

/**
 * A dialog over the page; it is removed when it closes.
 * @param {string} title
 * @param {...(Node | null)} content
 */
export function openDialog(title, ...content) {
  const close = el("button", { type: "button", class: "quiet dialog-close", "aria-label": "Close" }, "Close");
  const dialog = el("dialog", { "aria-label": title }, close, el("h2", {}, title), ...content);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  // A form is opened to be filled in, so its first field gets the focus.
  const first = dialog.querySelector("form select, form input");
  if (first instanceof HTMLElement) first.focus();
  return dialog;
}
