import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { leastWidth } from "./sheet-width";

export type Choice = {
  /** The sheet in front. */
  front: string | undefined;
  /** The sheet that the person put beside it. */
  beside: string | null;
  /** The one that stays, and others that could; in this order. */
  pinned: readonly string[];
  /** The width of the canvas in px. */
  room: number;
};

export type Arrangement = {
  /** The sheets on the table, from left to right. */
  shown: Surface[];
  /** The sheet of which only the head can be seen. */
  peek: Surface | undefined;
  /** Two of equal right, since the person wants to compare them; otherwise the right one lies over the left one. */
  isPair: boolean;
};

/** From here on two sheets lie side by side. */
const TWO = 900;

export const canHoldTwo = (room: number): boolean => room >= TWO;

/** Which sheets lie on the table: the one in front, and the chosen, pinned or earlier one beside or behind it. */
export function arrange(surfaces: readonly Surface[], { front, beside, pinned, room }: Choice): Arrangement {
  const at = surfaces.findIndex(({ id }) => id === front);
  const top = surfaces[at];
  if (!top) return { shown: [], peek: undefined, isPair: false };
  const other = (id: string | null) => surfaces.find((surface) => surface.id === id && id !== front);
  const chosen = other(beside);
  const isPinned = pinned.some((id) => id === front);
  const stays = pinned.find((id) => id !== front) ?? null;
  const second =
    chosen ?? (isPinned ? surfaces.findLast(({ id }) => id !== front) : other(stays)) ?? surfaces[at - 1];
  // What the person put there stays there; what only happens to lie there gives way to a broad sheet.
  const fits = second && canHoldTwo(room) && (chosen || room >= leastWidth(top) + leastWidth(second));
  if (!fits) return { shown: [top], peek: second, isPair: false };
  const topIsLeft = isPinned && !chosen;
  return { shown: topIsLeft ? [top, second] : [second, top], peek: undefined, isPair: Boolean(chosen) };
}
