"use client";

import { useRegistry } from "./commands";
import { skipLink } from "./skip-style";

/** The first stop of the Tab key: past the list of conversations to where one writes. */
export function SkipLink() {
  const registry = useRegistry();
  return (
    <button type="button" onClick={() => registry.press("composer")} className={skipLink}>
      Skip to the message field
    </button>
  );
}
