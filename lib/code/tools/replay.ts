import { agentState } from "@/lib/code/isolate/host";
import { runInSandbox } from "@/lib/code/isolate/index";
import { answerOf, requestKey } from "@/lib/code/isolate/recorded-answers";
import { stateCopy } from "@/lib/code/isolate/state-copy";
import { withDefaults } from "@/lib/code/json-schema/defaults";
import { misfit } from "@/lib/code/json-schema/fit";
import { withoutRefs } from "@/lib/code/json-schema/inline";
import { ARGS } from "@/lib/code/json-schema/subject";
import type { Replay } from "@/lib/code/proof/compare";
import { originOf } from "@/lib/data/origins/collect";
import type { ToolContent } from "@/lib/shared/agent-tools/contract";
import { TOOL_LIMITS } from "@/lib/shared/agent-tools/fields";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Marked } from "@/lib/shared/origins";
import type { Answers } from "./answers";

/** Maximum milliseconds of one run. */
const MAX_MS = 5_000;

/** Returns the arguments with their defaults. Throws if they do not fit the schema. */
export function checkedArgs(schema: ToolContent["parameter_schema"], input: unknown): unknown {
  const args = withDefaults(withoutRefs(schema) ?? schema, input);
  const found = misfit(schema, args, ARGS);
  if (found) throw new AppError("invalid", found.message, { details: found.details });
  return args;
}

type Replayed = {
  input: unknown;
  signal: AbortSignal;
  onRead?: (value: Marked) => void;
  /** Recorded answers to the tool. Without them, requests are refused. */
  answers?: Answers;
};

/**
 * Runs a version of a tool without effects: writes to the state stay in a copy, and calls of tools are refused. Requests
 * get a recorded answer, or are refused. The run is not recorded.
 */
export async function replayTool(
  agentId: string,
  { code, parameter_schema, limits }: ToolContent,
  { input, signal, onRead, answers }: Replayed,
): Promise<Replay> {
  const began = performance.now();
  const state = stateCopy(agentState(agentId, { author: "agent", cause: null }, onRead));
  const sent: string[] = [];
  let outside: string | undefined;
  const refuse = (what: string): never => {
    outside ??= what;
    throw new AppError("unavailable", what);
  };
  const ended = (more: Pick<Replay, "error" | "result">): Replay => ({
    ...{ ...more, writes: { state: state.writes(), sent }, ms: performance.now() - began },
    ...(outside === undefined ? { isOutside: false } : { isOutside: true, error: outside }),
  });
  try {
    const { result } = await runInSandbox({
      ...{ agentId, code, args: checkedArgs(parameter_schema, input), state, signal },
      limits: { ...limits, wallMs: Math.min(limits?.wallMs ?? TOOL_LIMITS.wallMs.usual, MAX_MS) },
      fetch: async (url, options) => {
        const { method = "GET" } = options;
        const request = requestKey(url, options);
        const answer = await answers?.find(request);
        if (!answers || !answer) return refuse(`It would have sent ${method} ${new URL(url).host}.`);
        if (method !== "GET" && method !== "HEAD") sent.push(request);
        onRead?.({ kind: "tool", name: answers.tool, origins: [originOf(answer.url)] });
        return answerOf(answer);
      },
      callTool: async (name) => refuse(`It would have called ${name}.`),
    });
    return ended({ result });
  } catch (error) {
    // The sandbox was busy or died, which proves nothing about the code.
    const isUnknown = isAppError(error) && error.code === "unavailable" && outside === undefined;
    if (signal.aborted || isUnknown) return { isOutside: true, ms: 0 };
    if (!isAppError(error)) throw error;
    return ended({ error: error.message });
  }
}
