import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../../lib/ground/base/log.ts";
import type { Front } from "./http.ts";

/** A terminal signals npm, its shell and us alike, and each passes it on: one wish, several signals. */
const SAME_WISH = 500;
const PATIENCE = 5_000;
const CLOSE = Symbol.for("easel.close");

type Step = () => unknown;

/**
 * The ways out: a signal, the end of whoever started us, or an error that nobody caught. Steps run newest first,
 * each whatever became of the one before. A second signal does not wait for them.
 */
export function prepareShutdown(say: (line: string) => void) {
  const steps: Step[] = [];
  const stopping = new AbortController();
  let asked = 0;

  const exit = async (code: number) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    for (const step of steps.reverse()) {
      try {
        await step();
      } catch (error) {
        log.error("A part did not close", error);
      }
    }
    process.exit(code);
  };

  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (asked && now - asked > SAME_WISH) process.exit(signal === "SIGINT" ? 130 : 143);
    if (asked) return;
    asked = now;
    say("Stopping");
    exit(0);
  };
  // Whoever read our lines may be gone; that is no reason to stop, and complaining about it would never end.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  process.on("disconnect", () => exit(0));
  process.on("unhandledRejection", (reason) => log.error("A promise was rejected and nobody looked", reason));
  process.on("uncaughtException", (error) => {
    log.error("An error was not caught: the server stops", error);
    exit(1);
  });

  return { signal: stopping.signal, exit, onExit: (step: Step) => void steps.push(step) };
}

/** Takes no more requests, ends runs and streams, and gives what is being answered a moment to finish. */
export async function closeServer({
  server,
  endStreams,
}: Pick<Front, "server" | "endStreams">): Promise<void> {
  const late = sleep(PATIENCE);
  const closed = new Promise((resolve) => server.close(resolve));
  const scope = globalThis as typeof globalThis & { [CLOSE]?: () => Promise<void> };
  const ended = scope[CLOSE]?.().catch((error) => log.error("What was running did not end", error));
  await Promise.race([ended, late]);
  endStreams();
  // A connection whose answer is finished now would otherwise be kept for the next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  await Promise.race([closed, late]);
  clearInterval(sweep);
  server.closeAllConnections();
}
