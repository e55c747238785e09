type Mover = { moveBefore?: (node: Node, before: Node | null) => void };

/** Whether a frame in the document can be moved without beginning anew. */
const canMove = (): boolean => "moveBefore" in Element.prototype;

/**
 * A component that would begin anew each time it is moved is rather drawn where it lies; so is the browser, which nobody
 * needs to follow where it is not seen.
 */
export const canKeep = (kind: string): boolean =>
  kind !== "browser" && (!["component", "app"].includes(kind) || canMove());

const parking = new WeakMap<Document, HTMLElement>();

/** Moves what is pinned into its place on the table. */
export function moveInto(slot: HTMLElement, place: HTMLElement): void {
  const { moveBefore } = slot as Mover;
  if (moveBefore && place.isConnected && slot.isConnected) moveBefore.call(slot, place, null);
  else slot.append(place);
}

/** Keeps it in the document, alive but out of sight and reach, while no table is shown. */
export function park(place: HTMLElement): void {
  moveInto(parkingOf(place.ownerDocument), place);
}

function parkingOf(page: Document): HTMLElement {
  const known = parking.get(page);
  if (known?.isConnected) return known;
  const made = page.createElement("div");
  made.inert = true;
  made.style.cssText =
    "position:fixed;inset:0 auto auto 0;width:640px;height:480px;visibility:hidden;pointer-events:none;contain:strict;z-index:-1";
  page.body.append(made);
  parking.set(page, made);
  return made;
}
