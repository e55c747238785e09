import type { CDPSession } from "playwright";
import { singleton } from "@/lib/ground/base/process";
import type { BrowserEvent } from "@/lib/shared/browser/bodies";

type Mouse = Extract<BrowserEvent, { type: "move" | "down" | "up" | "wheel" }>;
type MousePosition = { x: number; y: number; modifiers: number };
type Load = { items: { mimeType: string; data: string }[]; dragOperationsMask: number };
type Drag = { load: Load | null; hasEntered: boolean };

const BUTTONS = { none: 0, left: 1, right: 2, middle: 4 } as const;

export async function mouse(cdp: CDPSession, event: Mouse): Promise<void> {
  const { x, y, modifiers } = event;
  const at = { x, y, modifiers };
  if (event.type === "wheel") {
    const { deltaX, deltaY } = event;
    await cdp.send("Input.dispatchMouseEvent", { ...at, type: "mouseWheel", deltaX, deltaY });
    return;
  }
  const { button } = event;
  const drag = dragIn(cdp);
  if (event.type === "move") {
    if (drag.load && button !== "none") return over(cdp, at, drag);
    const buttons = BUTTONS[button];
    await cdp.send("Input.dispatchMouseEvent", { ...at, type: "mouseMoved", button, buttons });
  } else if (event.type === "down") {
    const { clickCount } = event;
    const buttons = BUTTONS[button];
    if (button === "left") await showChoices(cdp, at);
    await cdp.send("Input.dispatchMouseEvent", { ...at, type: "mousePressed", button, buttons, clickCount });
  } else {
    if (drag.load) await drop(cdp, at, drag);
    const { clickCount } = event;
    await cdp.send("Input.dispatchMouseEvent", { ...at, type: "mouseReleased", button, clickCount });
  }
}

/**
 * Starts to intercept drags. A drag needs the window system, which a headless browser lacks, so the page would
 * receive no more mouse events. The functions below emulate the drag.
 */
function dragIn(cdp: CDPSession): Drag {
  const drags = singleton("browser drags", () => new WeakMap<CDPSession, Drag>());
  const existing = drags.get(cdp);
  if (existing) return existing;
  const drag: Drag = { load: null, hasEntered: false };
  drags.set(cdp, drag);
  cdp.on("Input.dragIntercepted", ({ data }) => {
    drag.load = data;
  });
  cdp.send("Input.setInterceptDrags", { enabled: true }).catch(() => {});
  return drag;
}

async function over(cdp: CDPSession, at: MousePosition, drag: Drag): Promise<void> {
  const { load: data } = drag;
  if (!data) return;
  const { hasEntered } = drag;
  drag.hasEntered = true;
  if (!hasEntered) await cdp.send("Input.dispatchDragEvent", { type: "dragEnter", ...at, data });
  await cdp.send("Input.dispatchDragEvent", { type: "dragOver", ...at, data });
}

async function drop(cdp: CDPSession, at: MousePosition, drag: Drag): Promise<void> {
  await over(cdp, at, drag);
  const { load: data } = drag;
  Object.assign(drag, { load: null, hasEntered: false });
  if (data) await cdp.send("Input.dispatchDragEvent", { type: "drop", ...at, data });
}

/**
 * Short, because the press of the mouse waits for it. If the page does not respond in time, the user can still
 * use the select by keyboard.
 */
const ANSWERS_IN_MS = 300;

/**
 * Makes the list of a select open inside the page, before the user's press on it. Otherwise it would be a native
 * window, which screencasts do not contain.
 */
async function showChoices(cdp: CDPSession, { x, y }: { x: number; y: number }): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ANSWERS_IN_MS);
  const done = cdp.send("Runtime.evaluate", { expression: `(${openInPage})(${x}, ${y})`, silent: true });
  await Promise.race([done, late]).catch(() => {});
  clearTimeout(timer);
}

/** Source text of a function that runs in the page. */
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
