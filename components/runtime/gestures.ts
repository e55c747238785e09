import { send } from "./port";

/*
 * Whether the person has just done something in this frame: a click elsewhere on the page does not activate it. What
 * tells is taken from the browser before there is a component, which could replace it.
 */

const { userActivation } = navigator;
const activeOf = Function.prototype.call.bind(
  Object.getOwnPropertyDescriptor(UserActivation.prototype, "isActive")?.get ?? (() => false),
);
const isActive = (): boolean => activeOf(userActivation) === true;

let isFresh = false;

/** Before any listener of the component's. `isTrusted` is each event's own, and nobody can replace it. */
export function watchGestures(): void {
  const options = { capture: true, passive: true };
  addEventListener("keydown", ({ isTrusted }) => isTrusted && begin(), options);
  addEventListener("pointerdown", ({ isTrusted }) => isTrusted && press(), options);
  // Also what a screen reader presses. That a component clicks on a label is trusted too, and activates nothing.
  addEventListener("click", ({ isTrusted }) => isTrusted && isActive() && press(), options);
}

function begin(): void {
  isFresh = true;
}

function press(): void {
  begin();
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
