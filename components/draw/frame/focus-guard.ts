const BUSY_MS = 1_000;
/**
 * After a click has moved the focus to a frame, the frame's message about the click can take this many milliseconds.
 */
const CLICK_MESSAGE_MS = 120;
/** No event reports that the focus moves between two frames, so the guard polls. */
const LOOK_MS = 200;
const MAX_GRABS = 3;

type Guarded = {
  frameOf(element: Element | null): HTMLIFrameElement | undefined;
  onThief(frame: HTMLIFrameElement): void;
};

export type FocusGuard = {
  pressed(frame: HTMLIFrameElement): void;
  /** Reports that a frame asked for the focus while the user typed elsewhere, and was refused. */
  grabbed(frame: HTMLIFrameElement): void;
  /**
   * Calls `listener`, now and on changes until `signal` aborts, with whether a text field outside all frames
   * has focus.
   */
  follow(listener: (isHeld: boolean) => void, signal: AbortSignal): void;
  /**
   * Returns whether the user moved the focus to this frame and the frame still has it, so that keys are meant
   * for the frame.
   */
  isMeant(frame: HTMLIFrameElement): boolean;
};

const TEXT = "input, textarea, select, [contenteditable]:not([contenteditable=false])";

const isTextIn = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TEXT) !== null;

const listen = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
  addEventListener(type, listener, { capture: true });

/**
 * Protects the focus against components. A component can call `focus()` at any time, and its runtime cannot intercept
 * every other method. While the user types elsewhere or has just typed, the guard returns the focus to the text field,
 * so that the component cannot read what the user types. It stops a component that keeps trying. At other times a
 * component may have the focus, but only a press in the frame or the Tab key counts as the user's intent.
 */
export const guardFocus = (guarded: Guarded): FocusGuard => new Guard(guarded);

class Guard implements FocusGuard {
  readonly #guarded: Guarded;
  #held: HTMLElement | undefined;
  #meant: HTMLIFrameElement | undefined;
  #taken: { frame: HTMLIFrameElement; at: number } | undefined;
  #seen: { frame: HTMLIFrameElement; since: number } | undefined;
  #typedAt = -BUSY_MS;
  #isTabbing = false;
  #isHeld = false;
  readonly #presses = new WeakMap<HTMLIFrameElement, number>();
  readonly #thefts = new WeakMap<HTMLIFrameElement, number>();
  readonly #followers = new Set<(isHeld: boolean) => void>();

  constructor(guarded: Guarded) {
    this.#guarded = guarded;
    listen("focusin", (event) => this.#focused(event));
    listen("keydown", (event) => this.#typed(event));
    listen("pointerdown", (event) => this.#pointed(event));
    addEventListener("blur", ({ target }) => target === window && this.#left());
    setInterval(() => this.#check(), LOOK_MS);
  }

  grabbed(frame: HTMLIFrameElement): void {
    // Counted only while the user types elsewhere. At other times the frame cannot read typed text, and a game may need
    // the keys.
    if (this.#isTyping()) this.#thefts.set(frame, (this.#thefts.get(frame) ?? 0) + 1);
    if ((this.#thefts.get(frame) ?? 0) >= MAX_GRABS) this.#guarded.onThief(frame);
  }

  follow(listener: (isHeld: boolean) => void, signal: AbortSignal): void {
    this.#followers.add(listener);
    signal.addEventListener("abort", () => this.#followers.delete(listener), { once: true });
    listener(this.#isHeld);
  }

  pressed(frame: HTMLIFrameElement): void {
    this.#presses.set(frame, performance.now());
    // Not a theft: a click in the frame moved the focus, and the message about the click arrived only now.
    if (this.#taken?.frame === frame && performance.now() - this.#taken.at < BUSY_MS) {
      this.#thefts.delete(frame);
      this.#taken = undefined;
      this.#meant = undefined;
      frame.focus({ preventScroll: true });
    }
    this.#check();
  }

  isMeant(frame: HTMLIFrameElement): boolean {
    return this.#meant === frame && document.activeElement === frame;
  }

  #isTyping(): boolean {
    return performance.now() - this.#typedAt < BUSY_MS;
  }

  #wasPressed(frame: HTMLIFrameElement): boolean {
    return performance.now() - (this.#presses.get(frame) ?? Number.NEGATIVE_INFINITY) < BUSY_MS;
  }

  #tell(): void {
    const field = this.#held;
    const is = field?.isConnected === true && document.activeElement === field && field.matches(TEXT);
    if (is === this.#isHeld) return;
    this.#isHeld = is;
    for (const follower of this.#followers) follower(is);
  }

  #giveBack(frame: HTMLIFrameElement): void {
    this.#taken = { frame, at: performance.now() };
    if (this.#meant?.isConnected) this.#meant.focus({ preventScroll: true });
    else if (this.#held?.isConnected) this.#held.focus({ preventScroll: true });
    else frame.blur();
    this.grabbed(frame);
  }

  #check(): void {
    this.#tell();
    const frame = this.#guarded.frameOf(document.activeElement);
    if (!frame) {
      this.#meant = undefined;
      this.#seen = undefined;
      return;
    }
    const now = performance.now();
    if (this.#seen?.frame !== frame) this.#seen = { frame, since: now };
    if (frame === this.#meant) return;
    if (this.#wasPressed(frame)) this.#meant = frame;
    else if (this.#isTyping() || this.#meant) this.#giveBack(frame);
    else if (this.#held?.matches(TEXT) && now - this.#seen.since >= CLICK_MESSAGE_MS) this.#giveBack(frame);
  }

  #left(): void {
    const frame = this.#guarded.frameOf(document.activeElement);
    if (frame && this.#isTabbing) this.#meant = frame;
    this.#isTabbing = false;
    // At the time of the blur, the new focus is not known yet.
    setTimeout(() => this.#check());
    setTimeout(() => this.#check(), CLICK_MESSAGE_MS);
  }

  #focused({ target }: FocusEvent): void {
    this.#isTabbing = false;
    if (!(target instanceof HTMLElement) || this.#guarded.frameOf(target)) return;
    this.#held = target;
    this.#meant = undefined;
    this.#tell();
  }

  #typed(event: KeyboardEvent): void {
    const leads =
      event.key === "Tab" || ((event.key === "Enter" || event.key === " ") && !isTextIn(event.target));
    this.#typedAt = leads ? -BUSY_MS : performance.now();
    this.#isTabbing = event.key === "Tab" && event.isTrusted;
    // A key that the page handled does not move the focus.
    setTimeout(() => {
      if (event.defaultPrevented) this.#isTabbing = false;
    });
  }

  /** A click on a button ends the typing, because the button may open a frame that takes the focus at once. */
  #pointed({ target }: PointerEvent): void {
    const isText = isTextIn(target);
    this.#typedAt = isText ? performance.now() : -BUSY_MS;
    if (!isText) this.#held = undefined;
    this.#tell();
  }
}
