"use client";

import { Kbd } from "@/components/ui/kbd";
import { isSingle, keyNames, SHORTCUTS, type ShortcutId } from "@/components/ui/kit/shortcuts";
import { useSingleKeys } from "./single-keys";
import { useIsMac } from "./use-shortcuts";

/**
 * Shows the shortcut of an action at the end of a row. Hidden on touch screens, and for single-key shortcuts
 * if they are off.
 */
export function KeyHint({ of: id }: { of: ShortcutId }) {
  const isMac = useIsMac();
  const hasSingle = useSingleKeys();
  const [key = ""] = SHORTCUTS[id].keys;
  if (!hasSingle && isSingle(key)) return null;
  return (
    <Kbd aria-hidden className="pointer-coarse:hidden">
      {keyNames(key, isMac).join(" ")}
    </Kbd>
  );
}
