"use client";

import type { KeyboardEvent } from "react";

type Keys = {
  /** Moves the focus from card to card with the arrow keys, Home and End. */
  onGridKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Moves the focus from the search to the first card with the arrow down. */
  onSearchKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

/** `id` is that of the list. Each of its items has an element with `data-card`, or else its first control. */
export function gridKeys(id: string): Keys {
  const cards = () =>
    [...(document.getElementById(id)?.children ?? [])].flatMap((item) => {
      const target =
        item.querySelector<HTMLElement>("[data-card]") ?? item.querySelector<HTMLElement>("a, button");
      return target && item instanceof HTMLElement ? [{ item, target }] : [];
    });
  return {
    onSearchKeyDown: (event) => {
      const [first] = cards();
      if (event.key !== "ArrowDown" || !first) return;
      event.preventDefault();
      first.target.focus();
    },
    onGridKeyDown: (event) => {
      const all = cards();
      const at = all.findIndex(({ item }) => item.contains(document.activeElement));
      const top = all[0]?.item.offsetTop;
      const columns = all.filter(({ item }) => item.offsetTop === top).length;
      const next = all[targets(at, all.length, columns)[event.key] ?? -1];
      if (at < 0 || !next || event.defaultPrevented) return;
      event.preventDefault();
      next.target.focus();
    },
  };
}

const targets = (at: number, count: number, columns: number): Record<string, number> => ({
  ArrowLeft: at - 1,
  ArrowRight: at + 1,
  ArrowUp: at - columns,
  ArrowDown: at + columns,
  Home: 0,
  End: count - 1,
});
