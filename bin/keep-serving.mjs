// Plain JavaScript for Node 20 or later.
import { once } from "node:events";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { onOrphaned, SIGNALS, start } from "./node.mjs";

const MAX_RESTARTS = 5;
const WITHIN_MS = 600_000;
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000];

/** Exit code by which the server asks to be started again. Must match `bin/server/shutdown.ts`. */
const RESTART_CODE = 75;

const STOP_CODES = new Set([0, 130, 143]);
const STOP_SIGNALS = new Set(SIGNALS);

/**
 * Runs the server with the signals and exit code of this process, and restarts it when it dies. Does not restart a
 * server that never became ready: it has printed the reason and would fail again.
 */
export async function keepServing(script, args, pauses = PAUSES_MS) {
  const stop = { child: undefined, signal: undefined };
  const end = (signal) => {
    stop.signal ??= signal;
    if (!stop.child?.kill(signal)) process.exit(codeOf(null, signal));
  };
  for (const signal of SIGNALS) process.on(signal, () => end(signal));
  if (process.env.npm_lifecycle_event) onOrphaned(() => end("SIGTERM"));

  let port;
  let restarts = [];
  for (let env = {}; ; ) {
    const child = start(script, args, env);
    stop.child = child;
    child.on("message", (message) => {
      port = message.ready ?? port;
    });
    const [code, signal] = await once(child, "exit");
    stop.child = undefined;
    if (stop.signal || STOP_CODES.has(code) || STOP_SIGNALS.has(signal) || port === undefined)
      process.exit(codeOf(code, signal));

    if (code === RESTART_CODE) {
      env = { PORT: String(port) };
      continue;
    }

    const at = Date.now();
    const reason = signal ? `it was stopped by ${signal}` : `it exited with code ${code}`;
    restarts = restarts.filter((time) => at - time < WITHIN_MS);
    if (restarts.length >= MAX_RESTARTS) {
      console.error(
        `The server died again (${reason}), after ${MAX_RESTARTS} restarts in ten minutes. Easel does not restart it: ` +
          "see its last output above. Fix the problem, then start Easel again.",
      );
      process.exit(codeOf(code, signal));
    }
    const pause = pauses[restarts.length];
    restarts.push(at);
    const when = pause ? ` in ${pause / 1000} s` : "";
    console.error(
      `The server died (${reason}). Restarting it${when} (${restarts.length} of at most ${MAX_RESTARTS} in ten minutes)`,
    );
    await sleep(pause);
    const restart = JSON.stringify({ at: new Date(at).toISOString(), reason });
    env = { PORT: String(port), EASEL_LAST_RESTART: restart };
  }
}

const codeOf = (code, signal) => code ?? 128 + (constants.signals[signal ?? ""] ?? 1);
