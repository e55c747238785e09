"use client";

import { type DragEvent, useCallback, useRef, useState } from "react";
import { notifyProblem } from "@/components/ui/kit/notify";
import { newId } from "@/lib/shared/chat/id";

/** `id` distinguishes repeated imports of the same file. */
type Waiting = { id: string; file: File; appendTo?: string };

const TEXT = /\.(csv|tsv|txt)$/i;

export function useImport() {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const appendTo = useRef<string>(undefined);
  /** dragenter and dragleave fire for every nested element under the pointer, so count the open ones. */
  const depth = useRef(0);

  const take = useCallback((files: readonly File[], appendTo?: string) => {
    const good = files.filter(({ name, type }) => TEXT.test(name) || type === "text/csv");
    const [bad] = files.filter((file) => !good.includes(file));
    if (bad) void notifyProblem(`“${bad.name}” is not a CSV file. Save it as CSV, then import it.`);
    const imports = good.map((file) => ({ id: newId(), file, appendTo }));
    setWaiting((before) => [...before, ...imports]);
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
