type Mover = { moveBefore?: (node: Node, before: Node | null) => void };

const canMove = (): boolean => "moveBefore" in Element.prototype;

/**
 * Returns whether a pinned body can move between pages. In a browser without `moveBefore`, components and
 * apps would reload on each move. A browser surface is not kept, because it needs no updates while hidden.
 */
export const canKeep = (kind: string): boolean =>
  kind !== "browser" && (!["component", "app"].includes(kind) || canMove());

const parking = new WeakMap<Document, HTMLElement>();

/** Moves a pinned body into its slot. Does not reload its iframes if the browser has `moveBefore`. */
export function moveInto(slot: HTMLElement, place: HTMLElement): void {
  const { moveBefore } = slot as Mover;
  if (moveBefore && place.isConnected && slot.isConnected) moveBefore.call(slot, place, null);
  else slot.append(place);
}

/** Keeps a pinned body in the document, hidden and inert, while no page shows it. */
export function park(place: HTMLElement): void {
  moveInto(parkingOf(place.ownerDocument), place);
}

function parkingOf(page: Document): HTMLElement {
  const existing = parking.get(page);
  if (existing?.isConnected) return existing;
  const made = page.createElement("div");
  made.inert = true;
  made.style.cssText =
    "position:fixed;inset:0 auto auto 0;width:640px;height:480px;visibility:hidden;pointer-events:none;contain:strict;z-index:-1";
  page.body.append(made);
  parking.set(page, made);
  return made;
}
