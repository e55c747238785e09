import { use, useCallback, useState, useSyncExternalStore } from "react";
import { type Cell, cellOf, flush } from "./agent-state";
import { call } from "./calls";
import { isByHand, takeGesture } from "./gestures";
import { ALIASES } from "./modules";
import { hasPainted } from "./painted";

type Next<T> = T | ((now: T) => T);

/**
 * A value of the agent's state, like `useState`: live in both directions, and still there after a reload. `initial`
 * shows while nothing (or null) is stored, and is not stored itself. Values are JSON.
 */
export const useAgentState = <T>(key: string, initial: T | (() => T)): [T, (next: Next<T>) => void] =>
  useCell(cellOf(key), initial);

/** The same of this sheet alone: what the person changes in it, kept over a reload and in every tab. */
export const useSheetState = <T>(key: string, initial: T | (() => T)): [T, (next: Next<T>) => void] =>
  useCell(cellOf(key, "sheet"), initial);

function useCell<T>(cell: Cell, initial: T | (() => T)): [T, (next: Next<T>) => void] {
  const [fallback] = useState(initial);
  // The first picture waits for what is stored. A key that comes later must not hide what is already drawn.
  // Once it waited it always asks: React plays a component that waited again, and the hooks must be the same.
  const [waits] = useState(() => !cell.isKnown && !hasPainted());
  if (waits) use(cell.arrival);
  const stored = useSyncExternalStore(cell.subscribe, cell.read);
  const set = useCallback(
    (next: Next<T>) => cell.write((now) => (isUpdater(next) ? next((now ?? fallback) as T) : next)),
    [cell, fallback],
  );
  return [(stored ?? fallback) as T, set];
}

/** Answers the agent, which goes on with `{ action, ...payload }`. Resolves when the answer is taken. */
export function callTool(action: string, payload: unknown = {}): Promise<void> {
  flush();
  if (typeof action !== "string" || action === "" || action.length > 200)
    throw new TypeError('callTool needs the name of an action first, as in callTool("save", { rows }).');
  const byHand = isByHand();
  return call((id) => ({ type: "action", id, action, payload, byHand }), `The payload of “${action}”`);
}

/** Says something in the chat as the person, once for each click or key of theirs. Resolves when it is said. */
export function sendMessage(text: string): Promise<void> {
  flush();
  const words = String(text).trim();
  if (words === "") throw new TypeError("sendMessage needs a text.");
  const byHand = takeGesture();
  return call((id) => ({ type: "say", id, text: words.slice(0, 20_000), byHand }), "The message");
}

/** A module of the runtime by its name, as `import()` would give it. */
export async function importModule(specifier: string): Promise<unknown> {
  const names = modules();
  const name = names.includes(specifier) ? specifier : usual(specifier);
  if (!names.includes(name))
    throw new Error(`There is no module ${JSON.stringify(specifier)}. There are: ${names.join(", ")}.`);
  return import(name);
}

let known: string[] | undefined;

/** What the document's import map leads to, and nothing else. */
function modules(): string[] {
  const map = document.querySelector('script[type="importmap"]')?.textContent ?? "{}";
  known ??= Object.keys((JSON.parse(map) as { imports?: object }).imports ?? {}).sort();
  return known;
}

function usual(specifier: string): string {
  const [spelling, module] = ALIASES.find(([spelling]) => spelling.test(specifier)) ?? [];
  return spelling && module ? specifier.replace(spelling, module) : specifier;
}

const isUpdater = <T>(next: Next<T>): next is (now: T) => T => typeof next === "function";
