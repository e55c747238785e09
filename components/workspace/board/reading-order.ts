"use client";

import { type RefObject, useLayoutEffect, useState } from "react";
import { canMove, moveFrame } from "@/components/draw/frame/pool";
import { inOrder, type Placed } from "@/lib/shared/boards/layout";

/**
 * The tiles in the order in which they are to be drawn, and `place` with them in the order in which they are read. React moves
 * an element by taking it out of the document, and a frame in it begins anew: it gets the order in which they came, and the
 * elements are moved by what leaves frames as they are. Where the browser does not know how, they stay until the page is
 * loaded again.
 */
export function useReadingOrder<T extends Placed>(
  place: RefObject<HTMLElement | null>,
  tiles: readonly T[],
): T[] {
  const read = inOrder(tiles);
  const [came] = useState(() => new Map<string, number>());
  for (const { id } of read) if (!came.has(id)) came.set(id, came.size);
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
  const turn = ({ id }: T) => came.get(id) ?? 0;
  return read.toSorted((a, b) => turn(a) - turn(b));
}
