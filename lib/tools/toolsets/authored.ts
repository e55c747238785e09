import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { withLogs } from "@/lib/code/isolate/failure";
import { withDefaults } from "@/lib/code/json-schema/defaults";
import { misfit } from "@/lib/code/json-schema/fit";
import { repairSchema } from "@/lib/code/json-schema/repair";
import { problemOfSchema } from "@/lib/code/json-schema/schema";
import { schemaForModels } from "@/lib/code/json-schema/schema-for-models";
import { ARGS } from "@/lib/code/json-schema/subject";
import { runAuthoredTool } from "@/lib/code/tools/run";
import { recordIsolate } from "@/lib/code/traces/isolate";
import { singleton } from "@/lib/ground/base/process";
import { isBuiltIn } from "@/lib/shared/agent-tools/names";
import { OWN } from "@/lib/shared/tools/view";
import type { AuthoredTool } from "@/lib/store/agents/agent-tools";
import { by } from "./by";
import { callerFor } from "./caller";
import type { ToolContext } from "./context";
import { asChecked, defineToolset, type Tool, type Toolset } from "./define";
import { problemsIn } from "./input";

const WALL_MS = 30_000;
/**
 * Time for the call to wait for a free sandbox process. While the code runs, the sandbox itself reports a
 * timeout, with a better message.
 */
const GRACE_MS = 35_000;
const MAX_CACHED = 5_000;
/** After an input check has used up its step limit, inputs are refused without a check for this long. */
const PAUSE_MS = 1_000;

export function authoredToolset(rows: readonly AuthoredTool[]): Toolset {
  const cache = singleton("tools.own", () => new LRUCache<string, Tool>({ max: MAX_CACHED }));
  return defineToolset({
    id: OWN,
    title: "Agent-made tools",
    category: "making",
    prompt: "You or the user wrote these. If one fails, read it with read_tool and fix it.",
    tools: Object.fromEntries(rows.map((row) => [row.name, toolOf(row, cache)])),
  });
}

/** Caches tools by the hash of their row, so that each version's schema is checked once. */
function toolOf(row: AuthoredTool, cache: LRUCache<string, Tool>): Tool {
  const key = hash("sha256", JSON.stringify(row));
  const cached = cache.get(key);
  if (cached) return cached;
  const tool = makeTool(row);
  cache.set(key, tool);
  return tool;
}

function makeTool(row: AuthoredTool): Tool {
  const { name, description, parameter_schema: schema, limits, enabled, version, rewritten, origins } = row;
  const problem = problemOf(row);
  const checked = repairSchema(schema).schema;
  const inputSchema = problem === null ? schemaForModels(checked).schema : { type: "object" };
  let pausedUntil = 0;
  return {
    description,
    inputSchema,
    hints: { reads: ["state", "web"], writes: ["state", "web"] },
    timeoutMs: (limits?.wallMs ?? WALL_MS) + GRACE_MS,
    graceMs: GRACE_MS,
    authored: { version, enabled, rewritten, origins },
    ...(problem !== null && { problem }),
    afterWeb: "acts",
    sources: () => [],
    pauses: false,
    check(input) {
      if (problem !== null) return { ok: false, message: problem };
      // Refuse inputs for a while after a slow check: a step may have many calls, and each check may use up its
      // step limit.
      if (performance.now() < pausedUntil)
        return {
          ok: false,
          message: "Checking the input of the previous call took too long. Call again in 1 s.",
        };
      const value = withDefaults(inputSchema, input);
      const found = misfit(checked, value, ARGS, "");
      if (found?.isAborted) pausedUntil = performance.now() + PAUSE_MS;
      const message = problemsIn(schema, input, found);
      return message ? { ok: false, message } : { ok: true, value: asChecked(value) };
    },
    async execute(args, context) {
      const logs: string[] = [];
      const onLog = (line: string) => {
        logs.push(line);
        context.log(line);
      };
      return run({ name, version, args }, context, onLog).catch((error) => {
        throw withLogs(error, logs);
      });
    },
  };
}

type Called = { name: string; version: number; args: unknown };

async function run(called: Called, context: ToolContext, onLog: (line: string) => void): Promise<unknown> {
  const { agentId, signal, guard, mayReach, readWeb, readStored } = context;
  const listeners = { onRead: readWeb, onReadStored: readStored, onLog, onEnded: recordIsolate(context) };
  const callTool = callerFor(context);
  const { result } = await runAuthoredTool({
    agentId,
    ...called,
    by: by(context),
    signal,
    guard,
    mayReach,
    callTool,
    ...listeners,
  });
  return result;
}

function problemOf({ name, parameter_schema }: AuthoredTool): string | null {
  if (isBuiltIn(name)) return "a built-in tool now has this name. Create it again under another name";
  return problemOfSchema(parameter_schema, ARGS);
}
