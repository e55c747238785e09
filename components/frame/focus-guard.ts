const BUSY_MS = 1_000;
/** The click that took the focus may be told a moment after it did. */
const TOLD_IN_MS = 120;
/** No event tells of a focus that goes from one frame to another. */
const LOOK_MS = 200;
const MOST = 3;

type Guarded = {
  /** The frame that has the focus, if one has. */
  frameOf(element: Element | null): HTMLIFrameElement | undefined;
  /** It took the focus again and again. */
  onThief(frame: HTMLIFrameElement): void;
};

export type FocusGuard = {
  /** The person has pressed something in this frame. */
  pressed(frame: HTMLIFrameElement): void;
  /** It has asked for the focus while somebody wrote elsewhere, and did not get it. */
  grabbed(frame: HTMLIFrameElement): void;
  /** Tells, now and until `signal` ends, whether somebody has the focus where text is written, outside of all frames. */
  follow(listener: (isHeld: boolean) => void, signal: AbortSignal): void;
  /** Whether the person has led the focus to this frame, where it is: what they type is meant for it. */
  isMeant(frame: HTMLIFrameElement): boolean;
};

/** Where what is typed is text. */
const TEXT = "input, textarea, select, [contenteditable]:not([contenteditable=false])";

/**
 * A component may call `focus()` whenever it likes, and there are ways besides that its runtime does not see. Who writes elsewhere, or has just typed, keeps the focus there, for
 * what they type is not the component's to read; a component that insists is a thief. Where nobody writes it may have
 * the focus, but the person has led it there only by a press in the frame or by the Tab key.
 */
export function guardFocus({ frameOf, onThief }: Guarded): FocusGuard {
  let held: HTMLElement | undefined;
  let meant: HTMLIFrameElement | undefined;
  let taken: { frame: HTMLIFrameElement; at: number } | undefined;
  let typedAt = -BUSY_MS;
  let isTabbing = false;
  const presses = new WeakMap<HTMLIFrameElement, number>();
  const thefts = new WeakMap<HTMLIFrameElement, number>();
  const wasPressed = (frame: HTMLIFrameElement) =>
    performance.now() - (presses.get(frame) ?? Number.NEGATIVE_INFINITY) < BUSY_MS;

  const followers = new Set<(isHeld: boolean) => void>();
  let isHeld = false;
  const tell = () => {
    const is = held?.isConnected === true && document.activeElement === held && held.matches(TEXT);
    if (is === isHeld) return;
    isHeld = is;
    for (const follower of followers) follower(is);
  };

  const giveBack = (frame: HTMLIFrameElement) => {
    taken = { frame, at: performance.now() };
    if (meant?.isConnected) meant.focus({ preventScroll: true });
    else if (held?.isConnected) held.focus({ preventScroll: true });
    else frame.blur();
    grabbed(frame);
  };
  const grabbed = (frame: HTMLIFrameElement) => {
    // Nobody who does not write loses anything by it, and a game may well want its keys.
    if (performance.now() - typedAt < BUSY_MS) thefts.set(frame, (thefts.get(frame) ?? 0) + 1);
    if ((thefts.get(frame) ?? 0) >= MOST) onThief(frame);
  };

  let seen: { frame: HTMLIFrameElement; since: number } | undefined;
  const check = () => {
    tell();
    const frame = frameOf(document.activeElement);
    if (!frame) {
      meant = undefined;
      seen = undefined;
      return;
    }
    const now = performance.now();
    if (seen?.frame !== frame) seen = { frame, since: now };
    if (frame === meant) return;
    if (wasPressed(frame)) meant = frame;
    else if (now - typedAt < BUSY_MS || meant) giveBack(frame);
    else if (held?.matches(TEXT) && now - seen.since >= TOLD_IN_MS) giveBack(frame);
  };
  const onLeave = () => {
    const frame = frameOf(document.activeElement);
    if (frame && isTabbing) meant = frame;
    isTabbing = false;
    // Where the focus goes is known a moment after it has left.
    setTimeout(check);
    setTimeout(check, TOLD_IN_MS);
  };

  const listen = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
    addEventListener(type, listener, { capture: true });
  listen("focusin", ({ target }) => {
    isTabbing = false;
    if (!(target instanceof HTMLElement) || frameOf(target)) return;
    held = target;
    meant = undefined;
    tell();
  });
  listen("keydown", (event) => {
    const isText = event.target instanceof Element && event.target.closest(TEXT) !== null;
    const leads = event.key === "Tab" || ((event.key === "Enter" || event.key === " ") && !isText);
    typedAt = leads ? -BUSY_MS : performance.now();
    isTabbing = event.key === "Tab" && event.isTrusted;
    // Who took the key for something else leads nowhere by it.
    setTimeout(() => {
      if (event.defaultPrevented) isTabbing = false;
    });
  });
  // Whoever clicks on a button brings something to the front, and may go on in it at once.
  listen("pointerdown", ({ target }) => {
    const isText = target instanceof Element && target.closest(TEXT) !== null;
    typedAt = isText ? performance.now() : -BUSY_MS;
    if (!isText) held = undefined;
    tell();
  });
  addEventListener("blur", ({ target }) => target === window && onLeave());
  setInterval(check, LOOK_MS);

  return {
    grabbed,
    follow: (listener, signal) => {
      followers.add(listener);
      signal.addEventListener("abort", () => followers.delete(listener), { once: true });
      listener(isHeld);
    },
    pressed: (frame) => {
      presses.set(frame, performance.now());
      // It was no theft: the focus had come before word of the click.
      if (taken?.frame === frame && performance.now() - taken.at < BUSY_MS) {
        thefts.delete(frame);
        taken = undefined;
        meant = undefined;
        frame.focus({ preventScroll: true });
      }
      check();
    },
    isMeant: (frame) => meant === frame && document.activeElement === frame,
  };
}
