import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { leastWidth } from "./surface-width";

export type Choice = {
  front: string | undefined;
  /** Id of the surface that the user chose to show beside the active one. */
  beside: string | null;
  /** Ids of pinned surfaces, in order of preference. */
  pinned: readonly string[];
  /** Width of the canvas in px. */
  width: number;
};

export type Arrangement = {
  shown: Surface[];
  peek: Surface | undefined;
  /**
   * True if the user chose the second surface, to compare the two. Otherwise the right surface overlaps the
   * left one.
   */
  isPair: boolean;
};

/** Minimum canvas width in px for two surfaces side by side. */
const TWO = 900;

export const canHoldTwo = (width: number): boolean => width >= TWO;

/** An answered surface takes no space above the active one. The tabs still lead to it. */
const isOver = (surface: Surface | undefined, pinned: readonly string[]): boolean =>
  surface !== undefined &&
  (surface.state === "answered" || (surface.state === "closed" && surface.kind === "form")) &&
  !pinned.includes(surface.id);

export function arrange(surfaces: readonly Surface[], { front, beside, pinned, width }: Choice): Arrangement {
  const at = surfaces.findIndex(({ id }) => id === front);
  const top = surfaces[at];
  if (!top) return { shown: [], peek: undefined, isPair: false };
  const other = (id: string | null) => surfaces.find((surface) => surface.id === id && id !== front);
  const chosen = other(beside);
  const isPinned = pinned.some((id) => id === front);
  const stays = pinned.find((id) => id !== front) ?? null;
  const second =
    chosen ?? (isPinned ? surfaces.findLast(({ id }) => id !== front) : other(stays)) ?? surfaces[at - 1];
  // If the user chose the second surface, the canvas only has to be wide enough for two. Otherwise it must
  // also fit the minimum widths of both.
  const fits = second && canHoldTwo(width) && (chosen || width >= leastWidth(top) + leastWidth(second));
  if (!fits) return { shown: [top], peek: isOver(second, pinned) ? undefined : second, isPair: false };
  const topIsLeft = isPinned && !chosen;
  return { shown: topIsLeft ? [top, second] : [second, top], peek: undefined, isPair: Boolean(chosen) };
}
