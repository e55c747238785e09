"use client";

import { type RefObject, useLayoutEffect } from "react";
import { canMove, moveFrame } from "@/components/frame/pool";
import { inOrder, type Placed } from "@/lib/shared/boards/layout";

/**
 * The tiles in the order in which they are to be drawn, and `place` with them in the order in which they are read. React moves
 * an element by taking it out of the document, and a frame in it begins anew: it gets one order that never changes, and the
 * elements are moved by what leaves frames as they are, where the browser knows how.
 */
export function useReadingOrder<T extends Placed>(
  place: RefObject<HTMLElement | null>,
  tiles: readonly T[],
): T[] {
  const read = inOrder(tiles);
  // After each drawing: a tile that comes stands where React has put it.
  useLayoutEffect(() => {
    if (!canMove() || !place.current) return;
    const elements = new Map<string | undefined, HTMLElement>();
    for (const element of place.current.querySelectorAll<HTMLElement>("[data-tile]"))
      elements.set(element.dataset.tile, element);
    let next: Element | null = elements.values().next().value ?? null;
    for (const { id } of read) {
      const element = elements.get(id);
      if (!element) continue;
      if (element === next) next = element.nextElementSibling;
      else if (element.parentElement) moveFrame({ element }, element.parentElement, next);
    }
  });
  return canMove() ? read.toSorted((a, b) => (a.id < b.id ? -1 : 1)) : read;
}
