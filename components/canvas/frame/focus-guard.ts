const BUSY_MS = 1_000;
const MOST = 3;

type Guarded = {
  /** The frame that has the focus, if one has. */
  frameOf(element: Element | null): HTMLIFrameElement | undefined;
  /** It took the focus again and again. */
  onThief(frame: HTMLIFrameElement): void;
};

/** Where what is typed is text. */
const TEXT = "input, textarea, select, [contenteditable]:not([contenteditable=false])";
/** Keys that lead to somewhere else by right, pressed where nothing is written. */
const LEADS = new Set(["Tab", "Enter", " "]);

/**
 * A component may call `focus()` whenever it likes. Who is just typing elsewhere, or has clicked where they will, keeps
 * the focus there, for what they type is not the component's to read; a component that insists is a thief.
 */
export function guardFocus({ frameOf, onThief }: Guarded): void {
  let held: HTMLElement | undefined;
  let busyAt = -BUSY_MS;
  const thefts = new WeakMap<HTMLIFrameElement, number>();
  const check = () => {
    const frame = frameOf(document.activeElement);
    if (!frame || performance.now() - busyAt > BUSY_MS || frame.matches(":hover")) return;
    const count = (thefts.get(frame) ?? 0) + 1;
    thefts.set(frame, count);
    if (held?.isConnected) held.focus({ preventScroll: true });
    else frame.blur();
    if (count >= MOST) onThief(frame);
  };
  const listen = (type: "keydown" | "pointerdown" | "focusin", listener: (event: Event) => void) =>
    addEventListener(type, listener, { capture: true });
  listen("focusin", ({ target }) => {
    if (target instanceof HTMLElement && !frameOf(target)) held = target;
  });
  listen("keydown", (event) => {
    const isText = event.target instanceof Element && event.target.closest(TEXT) !== null;
    const key = event instanceof KeyboardEvent ? event.key : "";
    busyAt = key === "Tab" || (LEADS.has(key) && !isText) ? -BUSY_MS : performance.now();
  });
  // Whoever clicks on a button brings something to the front, and may go on in it at once.
  listen("pointerdown", ({ target }) => {
    const isText = target instanceof Element && target.closest(TEXT) !== null;
    busyAt = isText ? performance.now() : -BUSY_MS;
  });
  // Where the focus goes is known a moment after it has left.
  addEventListener("blur", ({ target }) => target === window && setTimeout(check));
}
