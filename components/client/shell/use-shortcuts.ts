"use client";

import { useSyncExternalStore } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import { useRegistry } from "@/components/ui/kit/commands";
import { isSingle, SHORTCUTS, type ShortcutId } from "@/components/ui/kit/shortcuts";
import { areSingleKeysOn } from "./single-keys";

const BY_KEY = new Map<string, ShortcutId>();
for (const [id, { keys }] of Object.entries(SHORTCUTS))
  for (const key of keys) if (isShortcut(id)) BY_KEY.set(key, id);

function isShortcut(id: string): id is ShortcutId {
  return id in SHORTCUTS;
}

/** Elements that use typed letters themselves: fields, and lists with type-ahead. */
const TYPING = [
  "input:not([type=checkbox], [type=radio])",
  "textarea",
  "select",
  "[contenteditable]",
  ...["textbox", "searchbox", "combobox", "listbox", "option", "menu", "menuitem", "spinbutton"].map(
    (role) => `[role=${role}]`,
  ),
].join(", ");

const OVERLAY = "[role=dialog], [role=alertdialog], [role=menu]";

export function useShortcuts(): void {
  const registry = useRegistry();
  useHotkeys(
    [...BY_KEY.keys()],
    (event, { hotkey }) => {
      const id = BY_KEY.get(hotkey);
      if (id && isMeant(event, hotkey) && registry.press(id)) event.preventDefault();
    },
    // Match the printed character, not the key position. The comma is a shortcut, so it cannot be the
    // delimiter.
    { useKey: true, delimiter: "|", enableOnFormTags: true, enableOnContentEditable: true },
  );
}

function isMeant(event: KeyboardEvent, key: string): boolean {
  if (event.repeat || event.isComposing || event.defaultPrevented) return false;
  if (!isSingle(key)) return true;
  const { target } = event;
  if (!areSingleKeysOn() || document.querySelector(OVERLAY)) return false;
  return !(target instanceof Element && target.closest(TYPING));
}

const never = () => () => {};

/** Returns true on Apple devices; false on the server. */
export const useIsMac = (): boolean =>
  useSyncExternalStore(
    never,
    () => /mac|iphone|ipad/i.test(navigator.userAgent),
    () => false,
  );
