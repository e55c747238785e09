import type { Lock } from "../../ground/base/file-lock.ts";
import type { Home } from "./home.ts";
import { boundLog } from "./log-file.ts";
import { findPostmaster } from "./pid-file.ts";

/** Milliseconds between checks. Longer on other systems than Linux, where each check starts a process. */
const EVERY = process.platform === "linux" ? 500 : 2_000;
const RARELY = 60_000;

/** Restarts the server if it ends, and limits the size of its log. */
export function watchServer(
  home: Home,
  gate: Lock,
  revive: () => Promise<void>,
  log: (line: string) => void,
) {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let current = Promise.resolve();

  const look = async (): Promise<boolean> => {
    try {
      boundLog(home.log);
      if (findPostmaster(home.data) || !gate.tryExclusive()) return true;
      log("The embedded Postgres ended: starting it again");
      await revive().finally(gate.release);
      return true;
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
      return false;
    }
  };

  /**
   * Schedules the next check. After a failure the delay doubles up to RARELY, because failures such as a full
   * disk tend to persist.
   */
  const lookIn = (delay: number) => {
    timer = setTimeout(() => {
      current = look().then((well) => {
        if (!stopped) lookIn(well ? EVERY : Math.min(delay * 2, RARELY));
      });
    }, delay).unref();
  };
  lookIn(EVERY);

  return {
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
