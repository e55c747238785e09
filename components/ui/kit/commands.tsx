"use client";

import type { LucideIcon } from "lucide-react";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { CommandRegistry, type Layer } from "./command-registry";
import type { ShortcutId } from "./shortcuts";

/** Something a person can do now: in the palette under its label, and by its shortcut if it has one. */
export type Command = {
  id: string;
  label: string;
  group: "Here" | "Prompts" | "Go to" | "Layout" | "Theme" | "Easel";
  icon?: LucideIcon;
  /** Other words under which it is looked for. */
  keywords?: string[];
  shortcut?: ShortcutId;
  /** Of several ways this is the one that holds. */
  isChosen?: boolean;
  /** Only its shortcut reaches it: in the palette it would say nothing. */
  isHidden?: boolean;
  run: () => void;
};

const Registry = createContext(new CommandRegistry());

export function CommandsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(() => new CommandRegistry());
  return <Registry value={registry}>{children}</Registry>;
}

/** Offers commands for as long as the component is shown. */
export function useCommands(commands: Command[], layer: Layer = "page"): void {
  const registry = useContext(Registry);
  const source = useRef({});
  // After every drawing: what a command does may lean on anything that was drawn. Who lists them hears only of new words.
  useEffect(() => registry.offer(source.current, commands, layer));
  useEffect(() => {
    const mine = source.current;
    return () => registry.withdraw(mine);
  }, [registry]);
}

/** All commands that are offered now. */
export function useOffered(): readonly Command[] {
  const registry = useContext(Registry);
  return useSyncExternalStore(registry.subscribe, registry.list, registry.list);
}

export const useRegistry = (): CommandRegistry => useContext(Registry);
