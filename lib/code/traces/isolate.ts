import { z } from "zod";
import type { Ended } from "@/lib/code/isolate/index";
import { isAppError } from "@/lib/shared/errors";
import type { ExitReason } from "./category";
import { type ExecutionOwner, recordExecution } from "./record";

/** As `lib/code/isolate` names them; of what died nobody knows why. */
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
 * Records runs in isolates, for `onEnded` of `runInSandbox`. A run that has failed names its reason: what names none was
 * stopped by the person, waits for their yes, or never began, and is no failure of the code.
 */
export const recordIsolate =
  (where: ExecutionOwner) =>
  async ({ code, logs, durationMs, error }: Ended): Promise<void> => {
    const common = { runner: "isolate", code, stdout: logs.join("\n"), durationMs } as const;
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
