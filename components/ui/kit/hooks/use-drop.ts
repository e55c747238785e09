"use client";

import { type DragEvent, useEffect, useRef, useState } from "react";

export function useDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  /** Number of nested elements under the drag, because entering or leaving any child fires an event. */
  const depth = useRef(0);
  const end = () => {
    depth.current = 0;
    setOver(false);
  };

  useEffect(() => {
    // If the user dropped files outside the target, the browser would navigate away and lose a half-written
    // message.
    const refuse = (event: globalThis.DragEvent) => {
      if (!hasFiles(event.dataTransfer) || event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
    };
    addEventListener("dragover", refuse);
    addEventListener("drop", refuse);
    return () => {
      removeEventListener("dragover", refuse);
      removeEventListener("drop", refuse);
    };
  }, []);

  const target = {
    onDragEnter: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      depth.current += 1;
      setOver(true);
    },
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    },
    onDragLeave: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      depth.current -= 1;
      if (depth.current <= 0) end();
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      end();
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver, target };
}

const hasFiles = (data: DataTransfer | null): data is DataTransfer => data?.types.includes("Files") ?? false;
