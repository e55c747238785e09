import { flushSync } from "react-dom";

/**
 * Applies a change synchronously, then focuses the element that matches `selector`. The previously focused
 * element may have moved or unmounted.
 */
export function changeThenFocus(
  change: () => void,
  within: ParentNode | null | undefined,
  selector: string | undefined,
): void {
  flushSync(change);
  if (selector) within?.querySelector<HTMLElement>(selector)?.focus();
}

/** Focuses the dialog itself instead of its first control. Use it for dialogs that the user reads first. */
export function focusItself(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
