import type { CDPSession } from "playwright";

/** The press waits for it, so not long: without it the list can still be used by the keys. */
const ANSWERS_IN_MS = 300;

/**
 * What a select offers is a window of the system, which no picture of the page shows. Before the person presses on one, it
 * is made to open its list inside of the page.
 */
export async function showChoices(cdp: CDPSession, { x, y }: { x: number; y: number }): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ANSWERS_IN_MS);
  const done = cdp.send("Runtime.evaluate", { expression: `(${openInPage})(${x}, ${y})`, silent: true });
  await Promise.race([done, late]).catch(() => {});
  clearTimeout(timer);
}

/** Runs in the page. */
const openInPage = `(x, y) => {
  let root = document;
  let found = root.elementFromPoint(x, y);
  while (found?.shadowRoot && found.shadowRoot !== root) {
    root = found.shadowRoot;
    found = root.elementFromPoint(x, y);
  }
  const select = found?.closest("select");
  if (!select || select.multiple || select.size > 1 || getComputedStyle(select).appearance === "base-select") return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("select:not([multiple]), ::picker(select) { appearance: base-select !important }");
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  select.getBoundingClientRect();
}`;
