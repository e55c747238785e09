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

/** Where letters mean something already: fields, and lists that are searched by typing. */
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

/** Hears the shortcuts for the whole page, and does what is offered for them. */
export function useShortcuts(): void {
  const registry = useRegistry();
  useHotkeys(
    [...BY_KEY.keys()],
    (event, { hotkey }) => {
      const id = BY_KEY.get(hotkey);
      if (id && isMeant(event, hotkey) && registry.press(id)) event.preventDefault();
    },
    // By what the key prints, not by where it lies; the comma is a key, so another sign stands between them.
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

/** Whether keys are named as on a Mac; the server does not know. */
export const useIsMac = (): boolean =>
  useSyncExternalStore(
    never,
    () => /mac|iphone|ipad/i.test(navigator.userAgent),
    () => false,
  );
