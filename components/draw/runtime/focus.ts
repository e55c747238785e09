import { send } from "./port";

/*
 * While the person writes elsewhere on the page, a component that asks for the focus does not get it: what they type until
 * the page has taken it back would be lost. The page's own guard is what counts; this is the layer below.
 */

const TELL_MS = 50;
const now = performance.now.bind(performance);

let isHeld = false;
let toldAt = Number.NEGATIVE_INFINITY;

/** The person writes elsewhere, or does not any more. */
export function holdFocus(is: boolean): void {
  isHeld = is;
}

/** Before there is a component, which finds no other `focus` then. */
export function watchFocus(): void {
  for (const place of [HTMLElement.prototype, SVGElement.prototype, MathMLElement.prototype, globalThis]) {
    const focus: (this: unknown, options?: FocusOptions) => void = place.focus;
    place.focus = function (this: unknown, options?: FocusOptions) {
      if (!isHeld) focus.call(this ?? globalThis, options);
      else if (now() - toldAt > TELL_MS) {
        toldAt = now();
        send({ type: "grab" });
      }
    };
  }
}
