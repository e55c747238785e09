"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { Popover, PopoverAnchor, PopoverContent } from "@/components/ui/popover";

const WAIT_MS = 350;

type Clipped = { cell: HTMLElement; text: string };

export function WholeText({
  table,
  textOf,
}: {
  table: RefObject<HTMLElement | null>;
  textOf: (cell: HTMLElement) => string;
}) {
  const [shown, setShown] = useState<Clipped>();
  const read = useRef(textOf);
  useEffect(() => {
    read.current = textOf;
  });
  useEffect(() => {
    const element = table.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (target: EventTarget | null, wait: number) => {
      clearTimeout(timer);
      const cell = target instanceof Element ? target.closest<HTMLElement>("td[data-at]") : null;
      if (!cell || !isClipped(cell)) setShown(undefined);
      else timer = setTimeout(() => setShown({ cell, text: read.current(cell) }), wait);
    };
    const hide = () => show(null, 0);
    const onFocus = ({ target }: FocusEvent) =>
      show(target instanceof Element && target.matches(":focus-visible") ? target : null, 0);
    const onOver = ({ target, pointerType }: PointerEvent) =>
      pointerType === "mouse" && show(target, WAIT_MS);
    element.addEventListener("focusin", onFocus);
    element.addEventListener("focusout", hide);
    element.addEventListener("pointerover", onOver);
    element.addEventListener("pointerleave", hide);
    element.parentElement?.addEventListener("scroll", hide, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener("focusin", onFocus);
      element.removeEventListener("focusout", hide);
      element.removeEventListener("pointerover", onOver);
      element.removeEventListener("pointerleave", hide);
      element.parentElement?.removeEventListener("scroll", hide);
    };
  }, [table]);
  if (!shown) return null;
  return (
    <Popover open onOpenChange={(open) => !open && setShown(undefined)}>
      <PopoverAnchor virtualRef={{ current: shown.cell }} />
      <PopoverContent
        role="tooltip"
        align="start"
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        className="pointer-events-none max-h-80 w-fit max-w-[min(400px,calc(100vw-24px))] px-2.5 py-1.5 wrap-anywhere whitespace-pre-wrap"
      >
        {shown.text}
      </PopoverContent>
    </Popover>
  );
}

/** Returns whether a line is cut off or there are more lines than visible. */
function isClipped(cell: HTMLElement): boolean {
  const inner = cell.firstElementChild ?? cell;
  return cell.scrollWidth > cell.clientWidth || inner.scrollHeight > inner.clientHeight + 1;
}
