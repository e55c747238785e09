"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Conversation } from "../client/conversation";
import type { List } from "./use-list-places";

/** Rows above the visible ones from which on earlier messages are loaded: two or three screens. */
const AHEAD = 15;

/** The messages before the first one that is loaded. */
export type Earlier = {
  count: number;
  /** True while the server cannot be reached. */
  isLost: boolean;
  conversation: Pick<Conversation, "loadEarlier" | "loadAll" | "reach">;
};

type Rows = { keys: readonly string[]; follows: RefObject<boolean>; isPlaced: boolean };

/** Loads earlier messages before the user has scrolled to the first one that is loaded. */
export function useEarlier(
  list: List,
  { keys, follows, isPlaced }: Rows,
  { count, isLost, conversation }: Earlier,
) {
  const first = isPlaced ? list.range?.startIndex : undefined;
  const isNear = first !== undefined && first < AHEAD && count > 0 && !isLost;
  useEffect(() => {
    if (isNear && keys.length > 0) void conversation.loadEarlier();
  }, [isNear, keys, conversation]);

  /** True from a request to go to the start until it is loaded or the user scrolls. */
  const wantsStart = useRef(false);
  useEffect(() => {
    const box = isPlaced ? list.scrollElement : null;
    const leave = () => {
      wantsStart.current = false;
    };
    const options = { passive: true };
    for (const type of ["wheel", "touchmove"]) box?.addEventListener(type, leave, options);
    return () => {
      for (const type of ["wheel", "touchmove"]) box?.removeEventListener(type, leave);
    };
  }, [list, isPlaced]);
  // Runs after the list has placed the earlier rows, which keeps the position.
  useLayoutEffect(() => {
    if (!wantsStart.current || count > 0 || keys.length === 0) return;
    wantsStart.current = false;
    list.scrollToIndex(0, { align: "start" });
  }, [list, keys, count]);
  const toStart = () => {
    follows.current = false;
    list.scrollToIndex(0, { align: "start" });
    wantsStart.current = count > 0;
    if (count > 0) void conversation.loadAll();
  };
  return { isAtStart: first === 0, toStart };
}
