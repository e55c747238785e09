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

export type Command = {
  id: string;
  label: string;
  group: "Here" | "Prompts" | "Go to" | "Layout" | "Theme" | "Easel";
  icon?: LucideIcon;
  keywords?: string[];
  shortcut?: ShortcutId;
  /** True for the selected one of several alternatives, such as the current theme. */
  isChosen?: boolean;
  /** Reachable only by its shortcut, not listed in the palette. */
  isHidden?: boolean;
  run: () => void;
};

const Registry = createContext(new CommandRegistry());

export function CommandsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(() => new CommandRegistry());
  return <Registry value={registry}>{children}</Registry>;
}

export function useCommands(commands: Command[], layer: Layer = "page"): void {
  const registry = useContext(Registry);
  const source = useRef({});
  // Register after every render, because commands close over rendered values. Listeners are notified only if
  // the listed text changes.
  useEffect(() => registry.offer(source.current, commands, layer));
  useEffect(() => {
    const mine = source.current;
    return () => registry.withdraw(mine);
  }, [registry]);
}

export function useOffered(): readonly Command[] {
  const registry = useContext(Registry);
  return useSyncExternalStore(registry.subscribe, registry.list, registry.list);
}

export const useRegistry = (): CommandRegistry => useContext(Registry);
