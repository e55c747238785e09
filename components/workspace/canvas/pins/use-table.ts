"use client";

import { useEffect } from "react";
import type { Desk } from "@/components/workspace/chat/desk";
import { type Pin, surfacePinKey } from "@/lib/shared/chat/surfaces/pins";
import { useBoard, usePins } from "./pins";
import { usePinning } from "./use-pinning";

type TableProps = {
  id: string;
  title: string;
  desk: Desk;
  isStored: boolean;
};

export function useTable({ id, title, desk, isStored }: TableProps) {
  const board = useBoard();
  useEffect(() => board.see({ id, title, desk }), [board, id, title, desk]);
  useEffect(() => () => board.leave(id), [board, id]);

  const pins = usePins();
  const { pin, unpin } = usePinning();
  const prefix = surfacePinKey(id, "");
  const own = pins.find(({ from }) => from?.id === id);
  const onPin = (surfaceId: string) => {
    const surface = desk.surfaces.find((one) => one.id === surfaceId) ?? null;
    const key = surfacePinKey(id, surfaceId);
    const made: Pin = { key, from: { id, title }, surface, asks: [] };
    if (own?.key === key) unpin(own);
    else pin(made);
  };
  return { pinned: own?.key.slice(prefix.length) ?? null, onPin: isStored ? onPin : undefined };
}
