// @ts-check
// Keys: every key has a button and every button has a key.

/** A key that works while it is held has a `release`. */
/** @typedef {{ key: string, words: string, run: () => void, release?: () => void }} Key */

/**
 * Listens for single keys outside of text fields, and for digits and letters on visible buttons (`data-key`; `⇧1` is a digit with shift).
 * @param {Key[]} keys
 */
export function listen(keys) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    const typing = target?.closest("input, textarea, select");
    if (typing && event.key !== "Escape") return;
    // A dialog has its own keys, and closes itself.
    if (document.querySelector("dialog[open]")) return;
    const found = keys.find((entry) => entry.key === event.key);
    if (found) {
      // Enter and the space bar on a button press the button.
      if ((event.key === "Enter" || event.key === " ") && target?.closest("button, a, summary, [role=button]")) return;
      event.preventDefault();
      found.run();
      return;
    }
    // The character of a digit with shift depends on the keyboard's language.
    const digit = event.shiftKey ? /^Digit(\d)$/.exec(event.code)?.[1] : undefined;
    const key = digit ? `⇧${digit}` : event.key;
    const button = document.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
    if (button instanceof HTMLElement && button.offsetParent !== null) {
      event.preventDefault();
      button.click();
    }
  });
  document.addEventListener("keyup", (event) => keys.find((entry) => entry.key === event.key)?.release?.());
}
