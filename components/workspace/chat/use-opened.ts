"use client";

import { type ToggleEvent, useEffect, useRef, useState } from "react";
import { useThread } from "./thread";

/**
 * For a `details` whose inside is only made when it is looked at, and that stays open when its row comes back. It opens
 * when it is `called`.
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

/** For the head of a row: leads there once the call that the address names is open. */
export function useArrival(isOpenForIt: boolean) {
  const { arrived } = useThread();
  const head = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpenForIt || !head.current) return;
    head.current.focus({ preventScroll: true });
    arrived(head.current);
  }, [isOpenForIt, arrived]);
  return head;
}
