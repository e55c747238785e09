import { z } from "zod";
import { runProgram } from "@/lib/code/deno/execute";
import { resolveInputFiles } from "@/lib/code/deno/files";
import { packagesFor } from "@/lib/code/deno/packages";
import { parted } from "@/lib/code/deno/sources";
import type { Fetch } from "@/lib/code/isolate/fetch";
import { agentState } from "@/lib/code/isolate/host";
import { runInSandbox } from "@/lib/code/isolate/index";
import { stateCopy } from "@/lib/code/isolate/state-copy";
import { guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { RunAgain } from "@/lib/shared/executions";
import { readExecution, readInput } from "@/lib/store/agents/executions";

const PROGRAM_MS = 30_000;

/**
 * Runs recorded code again with the user's changes and without effects: writes to the state go to a copy,
 * output files are discarded, and the network is read-only. The run is not recorded.
 */
export async function runCodeAgain(
  agentId: string,
  id: string,
  changed: string | undefined,
  signal: AbortSignal,
): Promise<RunAgain> {
  const { execution } = await readExecution(agentId, id);
  const input = await readInput(execution);
  const code = changed ?? execution.code;
  if (execution.runner === "isolate") {
    // An agent-made tool's input is the argument of its code. The input of `run_sandbox_code` is the code
    // itself.
    const args = execution.tool === "run_sandbox_code" ? {} : (input ?? {});
    return inIsolate({ agentId, code, args, signal });
  }
  const { files, modules, entry } = programInput.parse(input);
  const sources = parted(code, entry, modules);
  return runProgram(
    {
      ...{ sources, entry, timeoutMs: PROGRAM_MS, signal },
      ...{ caller: { agentId }, fetch: readingFetch },
      packages: await packagesFor(agentId, Object.values(sources)),
      files: await resolveInputFiles(agentId, execution.conversationId ?? "", files),
    },
    async (_, { stdout, stderr, durationMs, error }) => ({
      ...{ success: error === null, result: null, stdout, durationMs: Math.round(durationMs) },
      stderr: [stderr, error].filter(Boolean).join("\n"),
    }),
  );
}

const programInput = z
  .object({
    files: z.array(z.string()).default([]),
    modules: z.record(z.string(), z.string()).default({}),
    entry: z.string().default("main.ts"),
  })
  .catch({ files: [], modules: {}, entry: "main.ts" });

type Isolate = { agentId: string; code: string; args: unknown; signal: AbortSignal };

async function inIsolate({ agentId, code, args, signal }: Isolate): Promise<RunAgain> {
  const began = performance.now();
  const lines: string[] = [];
  const state = stateCopy(agentState(agentId, { author: "person", cause: null }));
  const onLog = (line: string) => {
    lines.push(line);
  };
  const ended = () => ({ stdout: lines.join("\n"), durationMs: Math.round(performance.now() - began) });
  try {
    const { result } = await runInSandbox({ agentId, code, args, signal, state, fetch: readingFetch, onLog });
    return { success: true, result, stderr: "", ...ended() };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { success: false, result: null, stderr: error.message, ...ended() };
  }
}

const READING = new Set(["GET", "HEAD"]);

const readingFetch: Fetch = async (url, options) => {
  const { method = "GET" } = options;
  if (READING.has(method)) return guardedFetch(url, options);
  throw new AppError("invalid", `This run is read-only: ${method} ${url} was not sent.`);
};
