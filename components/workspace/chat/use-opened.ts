"use client";

import { type ToggleEvent, useEffect, useRef, useState } from "react";
import { useThread } from "./thread";

/**
 * State for a `details` element that renders its content only while open. It stays open when its row
 * remounts, and opens when `isCalled` becomes true.
 */
export function useOpened(id: string, isOpenAtFirst = false, isCalled = false) {
  const { opened } = useThread();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst || opened.has(id));
  useEffect(() => {
    if (!isCalled) return;
    setIsOpen(true);
    opened.add(id);
  }, [isCalled, opened, id]);
  const onToggle = ({ currentTarget }: ToggleEvent<HTMLDetailsElement>) => {
    setIsOpen(currentTarget.open);
    if (currentTarget.open) opened.add(id);
    else opened.delete(id);
  };
  return { isOpen, details: { open: isOpen, onToggle } };
}

/** Returns a ref for a row's summary, which gets the focus once the call in the URL is open. */
export function useLinkedFocus(isOpenForIt: boolean) {
  const { arrived } = useThread();
  const head = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpenForIt || !head.current) return;
    head.current.focus({ preventScroll: true });
    arrived(head.current);
  }, [isOpenForIt, arrived]);
  return head;
}
