import type { FocusGuard } from "./focus-guard";

/**
 * The message about a click and the component's reaction take different paths, so the message can arrive this much
 * later.
 */
const HAND_MS = 500;
const HAND_TRIES = 10;
/** Time for which browsers treat a click or key as the cause of an action. */
const PRESS_MS = 5_000;

/**
 * Checks whether the user made a gesture in this frame. The frame reports what the browser confirmed. The page checks
 * that the browser reports user activity, and that the frame reported a press or had the focus by the user's intent.
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

/** Returns whether `fits` holds now or within the time that the message about a click can take. */
export async function fitsSoon(fits: () => boolean): Promise<boolean> {
  for (let tries = 0; !fits() && tries < HAND_TRIES; tries++) await wait(HAND_MS / HAND_TRIES);
  return fits();
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
