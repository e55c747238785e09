import type { ServiceMessage, ToPage } from "@/lib/shared/frame/protocol";
import { failed } from "./failures";
import { sendLarge } from "./port";

type Pending = { resolve: (value: never) => void; reject: (error: Error) => void };
type Call = Extract<ToPage, { type: "action" | "say" | "edit" | "tool" | "file" | "model" }> | ServiceMessage;

const pending = new Map<number, Pending>();
let last = 0;

export function call<T = void>(make: (id: number) => Call, what: string): Promise<T> {
  const id = ++last;
  try {
    sendLarge(make(id), what);
  } catch (error) {
    return notSent(error);
  }
  const done = new Promise<T>((resolve, reject) => void pending.set(id, { resolve, reject }));
  // Avoids an unhandled rejection if the caller ignores the promise. The page shows the problem as well.
  done.catch(() => {});
  return done;
}

/**
 * Reports on the surface why a call was not sent, even if the caller ignores the promise, and rejects with the reason.
 */
export function notSent(error: unknown): Promise<never> {
  failed("event", error);
  const rejected = Promise.reject(error);
  rejected.catch(() => {});
  return rejected;
}

export function settle(id: number, problem: string | undefined, value?: unknown): void {
  const one = pending.get(id);
  pending.delete(id);
  if (problem === undefined) one?.resolve(value as never);
  else one?.reject(new Error(problem));
}
