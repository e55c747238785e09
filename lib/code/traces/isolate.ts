import { z } from "zod";
import type { Ended } from "@/lib/code/isolate/index";
import { isAppError } from "@/lib/shared/errors";
import type { ExitReason } from "./category";
import { type ExecutionOwner, recordExecution } from "./record";

/** Reasons of `lib/code/isolate`. A process that died has none. */
const REASONS: Record<string, ExitReason> = {
  ...{
    threw: "threw",
    syntax: "syntax",
    import: "import",
    network: "network",
    memory: "memory",
    cpu: "timeout",
    wall: "timeout",
  },
  ...{ stuck: "runtime", result: "runtime", large: "runtime", calls: "runtime" },
};
const KILLED = new Set(["cpu", "wall", "memory", "died"]);

const details = z.object({ reason: z.string() });

/**
 * Returns a recorder of isolate runs, for `onEnded` of `runInSandbox`. Errors without a reason are not
 * recorded as failures: the user stopped the run, it waits for approval, or it never began.
 */
export const recordIsolate =
  (where: ExecutionOwner) =>
  async ({ code, logs, durationMs, error, answers }: Ended): Promise<void> => {
    const common = { runner: "isolate", code, stdout: logs.join("\n"), durationMs, answers } as const;
    if (error === undefined) {
      await recordExecution(where, { ...common, stderr: "", exitCode: 0, success: true });
      return;
    }
    const { data } = details.safeParse(isAppError(error) ? error.details : undefined);
    if (!isAppError(error) || !data) return;
    const { reason } = data;
    await recordExecution(where, {
      ...{ ...common, stderr: error.message, exitCode: KILLED.has(reason) ? null : 1, success: false },
      reason: REASONS[reason],
    });
  };
