import { holdFocus } from "./focus";
import { isPointing } from "./pointing";
import { send } from "./port";

/*
 * Detects user gestures in this frame. A click elsewhere on the page does not set this frame's user activation. The
 * getter is saved before a component loads, because the component could replace it.
 */

const { userActivation } = navigator;
const activeOf = Function.prototype.call.bind(
  Object.getOwnPropertyDescriptor(globalThis.UserActivation?.prototype ?? {}, "isActive")?.get ??
    (() => false),
);
const isActive = (): boolean => activeOf(userActivation) === true;

let isFresh = false;
/** True while a pointer is down whose press was reported. */
let isPointed = false;

/**
 * Adds capturing listeners before the component can add any. `isTrusted` is an own property of each event, so a
 * component cannot replace it.
 */
export function watchGestures(): void {
  const options = { capture: true, passive: true };
  addEventListener("keydown", ({ isTrusted }) => isTrusted && begin(), options);
  addEventListener("pointerdown", ({ isTrusted }) => isTrusted && point(), options);
  addEventListener("pointercancel", ({ isTrusted }) => isTrusted && unpoint(), options);
  // A press by a screen reader causes `mousedown` without `pointerdown`. A click is not used, because a key or a
  // script's click on a label can also cause one.
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
