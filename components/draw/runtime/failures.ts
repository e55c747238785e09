import type { Failure } from "@/lib/shared/frame/protocol";
import { send } from "./port";

const MOST = 20;
/** Browsers report these as errors; they say that something will be drawn a frame later. */
const HARMLESS = /^ResizeObserver loop/;

let sent = 0;

/** Tells the page what went wrong. A component that fails in a loop is heard a few times. */
export function failed(phase: Failure["phase"], error: unknown): void {
  if (++sent > MOST) return;
  send({ type: "failed", failure: { phase, ...describe(error) } });
}

/** Errors that nothing in the component catches: in handlers, timers and promises. */
export function watchFailures(): void {
  addEventListener("error", ({ error, message }) => {
    if (!HARMLESS.test(message)) failed("event", error ?? message);
  });
  addEventListener("unhandledrejection", ({ reason }) => failed("event", reason));
}

/** A component may throw anything, objects that throw when they are looked at included. */
function describe(error: unknown): { message: string; stack: string } {
  try {
    const message = error instanceof Error ? error.message || error.name : String(error);
    const stack = error instanceof Error ? String(error.stack ?? "") : "";
    return { message: message.slice(0, 4_000), stack: stack.slice(0, 16_000) };
  } catch {
    return { message: "It threw something that cannot be read.", stack: "" };
  }
}
