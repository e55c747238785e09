import type { Failure } from "@/lib/shared/frame/protocol";
import { send } from "./port";

const MAX_REPORTS = 20;
/** Browsers report these as errors; they only mean that a resize is handled one frame later. */
const HARMLESS = /^ResizeObserver loop/;

let sent = 0;

/** Reports an error to the page, at most 20 times, because a component may fail in a loop. */
export function failed(phase: Failure["phase"], error: unknown): void {
  if (++sent > MAX_REPORTS) return;
  send({ type: "failed", failure: { phase, ...describe(error) } });
}

/** Reports errors in handlers, timers and promises that the component does not catch. */
export function watchFailures(): void {
  addEventListener("error", ({ error, message }) => {
    if (!HARMLESS.test(message)) failed("event", error ?? message);
  });
  addEventListener("unhandledrejection", ({ reason }) => failed("event", reason));
}

/** A component may throw anything, even objects that throw when they are read. */
function describe(error: unknown): { message: string; stack: string } {
  try {
    const message = error instanceof Error ? error.message || error.name : String(error);
    const stack = error instanceof Error ? String(error.stack ?? "") : "";
    return { message: message.slice(0, 4_000), stack: stack.slice(0, 16_000) };
  } catch {
    return { message: "The component threw a value that cannot be read.", stack: "" };
  }
}
