import type { Lock } from "../../file-lock.ts";
import type { Home } from "./home.ts";
import { boundLog } from "./log-file.ts";
import { findPostmaster } from "./pid-file.ts";

const EVERY = 2_000;

/** Keeps the server alive for as long as somebody uses it, and its log small. */
export function watchServer(
  home: Home,
  gate: Lock,
  revive: () => Promise<void>,
  log: (line: string) => void,
) {
  let current: Promise<void> | undefined;

  const look = async () => {
    try {
      boundLog(home.log);
      if (findPostmaster(home.data) || !gate.tryExclusive()) return;
      log("The embedded Postgres ended: starting it again");
      await revive().finally(gate.release);
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
    }
  };
  const timer = setInterval(() => {
    current ??= look().finally(() => {
      current = undefined;
    });
  }, EVERY);
  timer.unref();

  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await current;
    },
  };
}
