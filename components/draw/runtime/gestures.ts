import { holdFocus } from "./focus";
import { isPointing } from "./pointing";
import { send } from "./port";

/*
 * Whether the person has just done something in this frame: a click elsewhere on the page does not activate it. What
 * tells is taken from the browser before there is a component, which could replace it.
 */

const { userActivation } = navigator;
const activeOf = Function.prototype.call.bind(
  Object.getOwnPropertyDescriptor(globalThis.UserActivation?.prototype ?? {}, "isActive")?.get ??
    (() => false),
);
const isActive = (): boolean => activeOf(userActivation) === true;

let isFresh = false;
/** The pointer that is down has been told of. */
let isPointed = false;

/** Before any listener of the component's. `isTrusted` is each event's own, and nobody can replace it. */
export function watchGestures(): void {
  const options = { capture: true, passive: true };
  addEventListener("keydown", ({ isTrusted }) => isTrusted && begin(), options);
  addEventListener("pointerdown", ({ isTrusted }) => isTrusted && point(), options);
  addEventListener("pointercancel", ({ isTrusted }) => isTrusted && unpoint(), options);
  // What a screen reader presses begins with this and no pointer. A click may follow from a key, or from a script's click on a label.
  addEventListener("mousedown", ({ isTrusted }) => isTrusted && !unpoint() && isActive() && press(), options);
}

function point(): void {
  isPointed = true;
  press();
}

/** Whether a pointer was down. */
function unpoint(): boolean {
  const was = isPointed;
  isPointed = false;
  return was;
}

/** What is pointed at is not used. */
function begin(): void {
  isFresh = !isPointing();
}

function press(): void {
  begin();
  if (!isFresh) return;
  holdFocus(false);
  send({ type: "press" });
}

/** Whether what happens now follows from a click or a key in this frame. */
export const isByHand = (): boolean => isFresh && isActive();

/** The same, and true once for each of them. */
export function takeGesture(): boolean {
  const was = isByHand();
  isFresh = false;
  return was;
}
