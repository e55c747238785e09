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

const isTextIn = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TEXT) !== null;

const listen = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
  addEventListener(type, listener, { capture: true });

/**
 * A component may call `focus()` whenever it likes, and there are ways besides that its runtime does not see. Who writes elsewhere, or has just typed, keeps the focus there, for
 * what they type is not the component's to read; a component that insists is a thief. Where nobody writes it may have
 * the focus, but the person has led it there only by a press in the frame or by the Tab key.
 */
export const guardFocus = (guarded: Guarded): FocusGuard => new Guard(guarded);

class Guard implements FocusGuard {
  readonly #guarded: Guarded;
  /** What had the focus last outside of all frames. */
  #held: HTMLElement | undefined;
  /** The frame to which the person has led the focus. */
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
    // Nobody who does not write loses anything by it, and a game may well want its keys.
    if (this.#isTyping()) this.#thefts.set(frame, (this.#thefts.get(frame) ?? 0) + 1);
    if ((this.#thefts.get(frame) ?? 0) >= MOST) this.#guarded.onThief(frame);
  }

  follow(listener: (isHeld: boolean) => void, signal: AbortSignal): void {
    this.#followers.add(listener);
    signal.addEventListener("abort", () => this.#followers.delete(listener), { once: true });
    listener(this.#isHeld);
  }

  pressed(frame: HTMLIFrameElement): void {
    this.#presses.set(frame, performance.now());
    // It was no theft: the focus had come before word of the click.
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
    const held = this.#held;
    const is = held?.isConnected === true && document.activeElement === held && held.matches(TEXT);
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
    else if (this.#held?.matches(TEXT) && now - this.#seen.since >= TOLD_IN_MS) this.#giveBack(frame);
  }

  #left(): void {
    const frame = this.#guarded.frameOf(document.activeElement);
    if (frame && this.#isTabbing) this.#meant = frame;
    this.#isTabbing = false;
    // Where the focus goes is known a moment after it has left.
    setTimeout(() => this.#check());
    setTimeout(() => this.#check(), TOLD_IN_MS);
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
    // Who took the key for something else leads nowhere by it.
    setTimeout(() => {
      if (event.defaultPrevented) this.#isTabbing = false;
    });
  }

  /** Whoever clicks on a button brings something to the front, and may go on in it at once. */
  #pointed({ target }: PointerEvent): void {
    const isText = isTextIn(target);
    this.#typedAt = isText ? performance.now() : -BUSY_MS;
    if (!isText) this.#held = undefined;
    this.#tell();
  }
}
