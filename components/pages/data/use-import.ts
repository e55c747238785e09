"use client";

import { type DragEvent, useCallback, useRef, useState } from "react";
import { notifyProblem } from "@/components/ui/kit/notify";
import { newId } from "@/lib/shared/chat/id";

/** `id`: the same file may be given twice. */
type Waiting = { id: string; file: File; appendTo?: string };

const TEXT = /\.(csv|tsv|txt)$/i;

/** Files that the person gave, by a button or by dropping them on the page: they are asked about one after the other. */
export function useImport() {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const appendTo = useRef<string>(undefined);
  /** Entered and left again for every element that the pointer crosses. */
  const depth = useRef(0);

  const take = useCallback((files: readonly File[], appendTo?: string) => {
    const good = files.filter(({ name, type }) => TEXT.test(name) || type === "text/csv");
    const [bad] = files.filter((file) => !good.includes(file));
    if (bad) void notifyProblem(`“${bad.name}” is no CSV file. Save it as CSV, then import that.`);
    const given = good.map((file) => ({ id: newId(), file, appendTo }));
    setWaiting((before) => [...before, ...given]);
  }, []);
  const choose = useCallback((table?: string) => {
    appendTo.current = table;
    input.current?.click();
  }, []);
  const drop = {
    onDragEnter: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current += 1;
      setIsOver(true);
    },
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    },
    onDragLeave: () => {
      depth.current = Math.max(0, depth.current - 1);
      if (depth.current === 0) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setIsOver(false);
      take([...event.dataTransfer.files]);
    },
  };
  return {
    waiting: waiting[0],
    next: useCallback(() => setWaiting(([, ...others]) => others), []),
    choose,
    input,
    onChosen: (files: readonly File[]) => take(files, appendTo.current),
    isOver,
    drop,
  };
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes("Files");
