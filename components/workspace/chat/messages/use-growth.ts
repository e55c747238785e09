"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Resizes a textarea to its content in browsers without `field-sizing`. */
export function useGrowth(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  const measured = useRef("");
  useEffect(() => {
    const area = field.current;
    if (!area || measured.current === text || CSS.supports("field-sizing", "content")) return;
    measured.current = text;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight}px`;
  }, [field, text]);
}
