import type { FocusGuard } from "./focus-guard";

/** A click comes to the page by another way than what the component does upon it, and perhaps after that. */
const HAND_MS = 500;
const HAND_TRIES = 10;
/** As long as a browser holds a click or a key for the reason of what follows. */
const PRESS_MS = 5_000;

/**
 * Whether the person's hand was on this very frame. The frame says so itself, by the browser's word for it; here it must
 * fit: the page has been used, and by a press in the frame, or a key while the person had led the focus there.
 */
export class Hand {
  readonly #element: HTMLIFrameElement;
  readonly #focus: FocusGuard;
  #pressedAt = Number.NEGATIVE_INFINITY;

  constructor(element: HTMLIFrameElement, focus: FocusGuard) {
    this.#element = element;
    this.#focus = focus;
  }

  pressed(): void {
    this.#pressedAt = performance.now();
    this.#focus.pressed(this.#element);
  }

  get fits(): boolean {
    return (
      (navigator.userActivation?.isActive ?? true) &&
      (performance.now() - this.#pressedAt < PRESS_MS || this.#focus.isMeant(this.#element))
    );
  }
}

/** Whether it fits now or within the time that word of a click may take. */
export async function fitsSoon(fits: () => boolean): Promise<boolean> {
  for (let tries = 0; !fits() && tries < HAND_TRIES; tries++) await wait(HAND_MS / HAND_TRIES);
  return fits();
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
