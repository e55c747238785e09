"use client";

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import { canKeep } from "./moving-frames";
import { PinBoard } from "./pin-board";
import { PinnedBodies } from "./pinned-bodies";

const Board = createContext(new PinBoard());
const InitialPinsContext = createContext<readonly Pin[]>([]);

export function PinsProvider({ children }: { children: ReactNode }) {
  const [board] = useState(() => new PinBoard());
  return (
    <Board value={board}>
      {children}
      <PinnedBodies board={board} />
    </Board>
  );
}

export function InitialPins({ pins, children }: { pins: readonly Pin[]; children: ReactNode }) {
  const board = useBoard();
  useEffect(() => board.seed(pins), [board, pins]);
  return <InitialPinsContext value={pins}>{children}</InitialPinsContext>;
}

export const useBoard = (): PinBoard => useContext(Board);

export function usePins(): readonly Pin[] {
  const initial = useContext(InitialPinsContext);
  return useBoardPins() ?? initial;
}

/**
 * Returns whether PinnedBodies renders the pinned content outside the pages. The server, and the first render
 * in the browser, render it in place.
 */
export function useIsRetained(key: string, kind: string): boolean {
  const board = useBoard();
  const pins = useBoardPins();
  const body = useSyncExternalStore(board.subscribe, board.body, nothing);
  return body !== undefined && (pins?.some((pin) => pin.key === key) ?? false) && canKeep(kind);
}

export function usePreferredPin(): string | undefined {
  const board = useBoard();
  return useSyncExternalStore(board.subscribe, board.preferred, nothing);
}

function useBoardPins(): readonly Pin[] | undefined {
  const board = useBoard();
  return useSyncExternalStore(board.subscribe, board.pins, nothing);
}

const nothing = () => undefined;
