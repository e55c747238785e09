"use client";

import { useRegistry } from "./commands";

/** The first stop of the Tab key: past the list of conversations to where one writes. */
export function SkipLink() {
  const registry = useRegistry();
  return (
    <button
      type="button"
      onClick={() => registry.press("composer")}
      className="fixed top-2 left-2 z-50 flex h-8 items-center rounded-in bg-float px-3 font-medium shadow-float not-focus-visible:sr-only"
    >
      Skip to the message field
    </button>
  );
}
