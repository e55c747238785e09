import { flushSync } from "react-dom";

/**
 * Makes a change, draws it, and focuses what `selector` names in the page as it is then: what had the focus before may be
 * gone or elsewhere.
 */
export function changeThenFocus(
  change: () => void,
  within: ParentNode | null | undefined,
  selector: string | undefined,
): void {
  flushSync(change);
  if (selector) within?.querySelector<HTMLElement>(selector)?.focus();
}

/** For a dialog that is read before anything in it is used: none of its controls is chosen by chance. */
export function focusItself(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
