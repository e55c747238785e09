import { type Point, pointText } from "@/lib/shared/chat/points";
import { callOf } from "@/lib/shared/chat/surfaces/sheet-change";

export type Target = { element: HTMLElement; sheet: HTMLElement; block: HTMLElement | undefined };

const SURFACE = "[data-sheet]";
const BLOCK = "[data-block]";
const COMPONENT = "[data-slot=component]";
const CELL = "[role=gridcell], [role=columnheader], td, th";
/** A click on the sorting button of a column means the column. */
const HEAD = "[role=columnheader], th";
const PIECE = `${CELL}, li, h1, h2, h3, h4, h5, h6, p, dt, dd, label, figcaption, img, button, pre, blockquote, summary`;
const ALL = `${BLOCK}, ${COMPONENT}, :is(${BLOCK}) :is(${PIECE})`;

export function targetAt(under: Element): Target | undefined {
  const element =
    under.closest<HTMLElement>(HEAD) ?? under.closest<HTMLElement>(`${PIECE}, ${BLOCK}, ${COMPONENT}`);
  return element ? targetOf(element) : undefined;
}

export function targetsIn(root: ParentNode, coarse = false): Target[] {
  const found = root.querySelectorAll<HTMLElement>(coarse ? `${BLOCK}, ${COMPONENT}` : ALL);
  return [...found].flatMap((element) =>
    isSeen(element) && !element.parentElement?.closest(HEAD) ? (targetOf(element) ?? []) : [],
  );
}

function targetOf(element: HTMLElement): Target | undefined {
  const surface = element.closest<HTMLElement>(SURFACE);
  const block = element.closest<HTMLElement>(BLOCK) ?? undefined;
  return surface && (block || element.matches(COMPONENT)) ? { element, sheet: surface, block } : undefined;
}

const isSeen = (element: HTMLElement): boolean =>
  typeof element.checkVisibility !== "function" || element.checkVisibility();

export const frameIn = ({ element }: Target): HTMLIFrameElement | null =>
  element.matches(COMPONENT) ? element.querySelector("iframe") : null;

/** Returns the point that a message contains. `title` is the title of the surface. */
export function pointOf({ element, sheet: surface, block }: Target, title: string): Point {
  const content = pointText(element instanceof HTMLImageElement ? element.alt : element.innerText);
  const at = Number(block?.dataset.block);
  const { inner, type = "" } = block?.dataset ?? {};
  return {
    ...callOf(surface.dataset.sheet ?? ""),
    title: pointText(title, 200),
    ...(block && { block: Number.isInteger(at) ? at : 0, type: pointText(type, 40) }),
    ...(inner && { inner }),
    ...(element.matches(CELL) ? cellOf(element) : pieceOf(element, block)),
    text: content,
  };
}

const pieceOf = (element: HTMLElement, block: HTMLElement | undefined): Partial<Point> =>
  element === block || element.matches(COMPONENT) ? {} : { tag: element.localName };

/** Returns the cell's row, counted from 1 without the header row, and its column heading. */
function cellOf(cell: HTMLElement): Partial<Point> {
  const row = cell.closest<HTMLElement>("tr, [role=row]");
  const table = cell.closest<HTMLElement>("table, [role=grid], [role=table]");
  const column = columnOf(cell);
  const heads = [...(table?.querySelectorAll<HTMLElement>("th, [role=columnheader]") ?? [])];
  const head = heads.find((one) => one !== cell && columnOf(one) === column) ?? cell;
  const isHead = head === cell;
  const nth =
    Number(row?.getAttribute("aria-rowindex")) || (row instanceof HTMLTableRowElement ? row.rowIndex + 1 : 0);
  const heading = pointText(head.innerText, 200);
  return { ...(!isHead && nth > 1 && { row: nth - 1 }), ...(heading && { column: heading }) };
}

const columnOf = (cell: HTMLElement): number =>
  Number(cell.getAttribute("aria-colindex")) ||
  (cell instanceof HTMLTableCellElement ? cell.cellIndex + 1 : 0);
