import { type DenoProgram, runProgram } from "@/lib/code/deno/execute";
import { storeOutputFiles } from "@/lib/code/deno/files";
import { recordExecution } from "@/lib/code/traces/record";
import { by } from "./by";
import { callerOf } from "./caller";
import type { ToolContext } from "./context";

/** Maximum characters of stdout, and of stderr, in one result. */
export const MAX_SHOWN = 20_000;
export const MAX_TIMEOUT_MS = 300_000;
/** Milliseconds added to the program's time limit, to wait for a process and to store files. */
export const OVERHEAD_MS = 120_000;

type Program = Pick<
  DenoProgram,
  "sources" | "entry" | "files" | "assets" | "args" | "timeoutMs" | "packages"
> & {
  /** CSV files that the program writes become tables. */
  tables?: boolean;
  /** The code as the execution's record shows it. */
  shownCode: string;
};

/** Runs a program with the rights of the call, stores the files that it writes, and records the execution. */
export function runInDeno(context: ToolContext, { tables = false, shownCode, ...program }: Program) {
  const { agentId, signal, guard, mayReach } = context;
  return runProgram(
    {
      ...program,
      ...{ signal, guard, mayReach, caller: callerOf(context) },
      onRead: (url) => context.readWeb(url),
    },
    async (left, ran) => {
      const saved = await storeOutputFiles(left, { agentId, by: by(context), tables });
      const { stdout, stderr, exitCode, durationMs, error, isCut, reason } = ran;
      const success = error === null;
      const id = await recordExecution(context, {
        ...{ runner: context.runner ?? "deno", code: shownCode },
        ...{ stdout, stderr, exitCode, durationMs, success, reason },
        // If there is an exit code, stderr already contains the error.
        ...(error && exitCode === null && { error }),
      });
      return {
        success,
        result: {
          execution_id: id,
          stdout: stdout.slice(0, MAX_SHOWN),
          stderr: stderr.slice(0, MAX_SHOWN),
          exit_code: exitCode,
          duration_ms: durationMs,
          ...((isCut || isMore({ stdout, stderr }, 0)) && { truncated: true }),
          ...(saved.files.length > 0 && { files: saved.files }),
          ...(saved.left_behind.length > 0 && { left_behind: saved.left_behind }),
        },
        ...(error && { error }),
      };
    },
  );
}

/** Returns whether the output continues after the part that begins at `offset`. */
export const isMore = ({ stdout, stderr }: { stdout: string; stderr: string }, offset: number): boolean =>
  Math.max(stdout.length, stderr.length) > offset + MAX_SHOWN;
