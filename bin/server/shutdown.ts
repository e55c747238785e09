import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../../lib/ground/base/log.ts";
import type { Front } from "./http.ts";

/**
 * Signals within this time (ms) count as one request: a terminal signals npm, its shell and this process, and
 * each passes it on.
 */
const SAME_SIGNAL_MS = 500;
const PATIENCE = 5_000;
/** Exit code by which a server asks the launcher to start it again. Must match `bin/keep-serving.mjs`. */
const RESTART_CODE = 75;
const CLOSE = Symbol.for("easel.close");

type Step = () => unknown;

/**
 * Handles signals, the end of the parent process and uncaught errors. Runs the exit steps newest first, each
 * even if the one before failed. A second signal exits without waiting for them.
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
        log.error("A resource could not be closed", error);
      }
    }
    process.exit(code);
  };

  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (asked && now - asked > SAME_SIGNAL_MS) process.exit(signal === "SIGINT" ? 130 : 143);
    if (asked) return;
    asked = now;
    say("Stopping");
    exit(0);
  };
  // Not a signal from outside: the app emits it to be started again by the launcher.
  process.on("SIGUSR2", () => {
    say("Restarting");
    exit(RESTART_CODE);
  });
  // Ignore errors of the output, whose reader may be gone. They are no reason to stop, and logging one would cause
  // another.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  process.on("disconnect", () => exit(0));
  process.on("unhandledRejection", (reason) => log.error("Unhandled promise rejection", reason));
  process.on("uncaughtException", (error) => {
    log.error("Uncaught exception: the server stops", error);
    exit(1);
  });

  return { signal: stopping.signal, exit, onExit: (step: Step) => void steps.push(step) };
}

/** Stops accepting requests, ends runs and streams, and waits up to `PATIENCE` for open responses. */
export async function closeServer({
  server,
  endStreams,
}: Pick<Front, "server" | "endStreams">): Promise<void> {
  const late = sleep(PATIENCE);
  const closed = new Promise((resolve) => server.close(resolve));
  const scope = globalThis as typeof globalThis & { [CLOSE]?: () => Promise<void> };
  const ended = scope[CLOSE]?.().catch((error) => log.error("A run did not end", error));
  await Promise.race([ended, late]);
  endStreams();
  // Close connections repeatedly, because one whose response has just finished would be kept alive for another request.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  await Promise.race([closed, late]);
  clearInterval(sweep);
  server.closeAllConnections();
}
