import { AppError } from "@/lib/shared/errors";
import { changeVisitor } from "@/lib/store/apps/visitors";
import type { Visit } from "./visit";

const MAX_KEYS = 200;
const MAX_CHARS = 100_000;

/** Keeps values of state for this visitor alone. Null removes a value. */
export async function keepState({ visitor }: Visit, entries: Record<string, unknown>): Promise<void> {
  const all = new Map(Object.entries({ ...visitor.state }));
  for (const [key, value] of Object.entries(entries)) {
    if (value === null) all.delete(key);
    else all.set(key, value);
  }
  const state: Record<string, unknown> = Object.fromEntries(all);
  if (all.size > MAX_KEYS || JSON.stringify(state).length > MAX_CHARS)
    throw new AppError("too_large", "This app keeps too much for you. Remove something first.");
  await changeVisitor(visitor.id, { state });
}
