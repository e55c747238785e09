import { send } from "./port";

/*
 * While the user types elsewhere on the page, a component's calls of `focus()` are ignored: keys typed before
 * the page takes the focus back would be lost. The guard of the page is the actual protection; this is
 * defense in depth.
 */

const REPORT_MS = 50;
const now = performance.now.bind(performance);

let isUserTyping = false;
let reportedAt = Number.NEGATIVE_INFINITY;

/** Sets whether the user types elsewhere on the page. */
export function holdFocus(is: boolean): void {
  isUserTyping = is;
}

export function watchFocus(): void {
  for (const place of [HTMLElement.prototype, SVGElement.prototype, MathMLElement.prototype, globalThis]) {
    const focus: (this: unknown, options?: FocusOptions) => void = place.focus;
    place.focus = function (this: unknown, options?: FocusOptions) {
      if (!isUserTyping) focus.call(this ?? globalThis, options);
      else if (now() - reportedAt > REPORT_MS) {
        reportedAt = now();
        send({ type: "grab" });
      }
    };
  }
}
