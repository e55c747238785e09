"use client";

import { type ToggleEvent, useState } from "react";
import { useThread } from "./thread";

/** For a `details` whose inside is only made when it is looked at, and that stays open when its row comes back. */
export function useOpened(id: string, isOpenAtFirst = false) {
  const { opened } = useThread();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst || opened.has(id));
  const onToggle = ({ currentTarget }: ToggleEvent<HTMLDetailsElement>) => {
    setIsOpen(currentTarget.open);
    if (currentTarget.open) opened.add(id);
    else opened.delete(id);
  };
  return { isOpen, details: { open: isOpen, onToggle } };
}
