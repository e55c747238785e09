import { holdFocus } from "./focus";
import { isPointing } from "./pointing";
import { send } from "./port";

/*
 * Detects user gestures in this frame; a click elsewhere on the page does not activate it. The getter is
 * saved before a component loads, because the component could replace it.
 */

const { userActivation } = navigator;
const activeOf = Function.prototype.call.bind(
  Object.getOwnPropertyDescriptor(globalThis.UserActivation?.prototype ?? {}, "isActive")?.get ??
    (() => false),
);
const isActive = (): boolean => activeOf(userActivation) === true;

let isFresh = false;
/** A pointer is down and its press was reported. */
let isPointed = false;

/** Listens before the component does. `isTrusted` is an own property of each event and cannot be replaced. */
export function watchGestures(): void {
  const options = { capture: true, passive: true };
  addEventListener("keydown", ({ isTrusted }) => isTrusted && begin(), options);
  addEventListener("pointerdown", ({ isTrusted }) => isTrusted && point(), options);
  addEventListener("pointercancel", ({ isTrusted }) => isTrusted && unpoint(), options);
  // A press by a screen reader starts with this event and no pointer. A click does not count, because it may
  // follow from a key or from a script's click on a label.
  addEventListener("mousedown", ({ isTrusted }) => isTrusted && !unpoint() && isActive() && press(), options);
}

function point(): void {
  isPointed = true;
  press();
}

function unpoint(): boolean {
  const was = isPointed;
  isPointed = false;
  return was;
}

/** While the user points at an element for the agent, a press is not meant for the component. */
function begin(): void {
  isFresh = !isPointing();
}

function press(): void {
  begin();
  if (!isFresh) return;
  holdFocus(false);
  send({ type: "press" });
}

export const isByHand = (): boolean => isFresh && isActive();

/** Like `isByHand`, but returns true only once for each click or key. */
export function takeGesture(): boolean {
  const was = isByHand();
  isFresh = false;
  return was;
}
