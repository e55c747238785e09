import { mayAct } from "@/lib/agent-tools/effects";
import { contentOf, runTool } from "@/lib/agent-tools/run";
import { withDefaults } from "@/lib/json-schema/defaults";
import { misfit } from "@/lib/json-schema/fit";
import { withoutRefs } from "@/lib/json-schema/inline";
import { problemOfSchema } from "@/lib/json-schema/schema";
import { ARGS } from "@/lib/json-schema/subject";
import { owned } from "@/lib/process";
import { isBuiltIn } from "@/lib/shared/agent-tools/names";
import { AppError, isAppError } from "@/lib/shared/errors";
import { OWN } from "@/lib/shared/tools/view";
import type { OwnTool } from "@/lib/store/agent-tools";
import { by } from "./by";
import { defineToolset, type Parsed, type Tool, type ToolContext, type Toolset } from "./define";

const WALL_MS = 30_000;
/** A run may wait for a process first; once it runs, the sandbox itself says better what took so long. */
const GRACE_MS = 35_000;
const MOST_KEPT = 1_000;
/** So long nothing is checked by a schema that has just taken too much. */
const PAUSE_MS = 1_000;
const MOST_LOGGED = 2_000;

/** The tools that the agent or the person has written, as one more toolset. */
export function ownToolset(rows: readonly OwnTool[]): Toolset {
  const made = owned("tools.own", () => new Map<string, Tool>());
  return defineToolset({
    id: OWN,
    title: "Agent-made tools",
    category: "making",
    prompt: "You or the person have written these. When one fails, read it with read_tool and mend it.",
    tools: Object.fromEntries(rows.map((row) => [row.name, toolOf(row, made)])),
  });
}

/** Checking a schema takes longer than all the rest of a prompt, so what a row became is kept by its text. */
function toolOf(row: OwnTool, made: Map<string, Tool>): Tool {
  const key = JSON.stringify(row);
  const known = made.get(key);
  if (known) return known;
  const tool = makeTool(row);
  made.set(key, tool);
  const [oldest] = made.keys();
  if (made.size > MOST_KEPT && oldest !== undefined) made.delete(oldest);
  return tool;
}

function makeTool(row: OwnTool): Tool {
  const { name, description, parameter_schema: schema, limits, enabled, version, rewritten } = row;
  const problem = problemOf(row);
  const inputSchema = (problem === null && withoutRefs(schema)) || { type: "object" };
  let pausedUntil = 0;
  return {
    description,
    inputSchema,
    hints: { reads: ["state", "web"], writes: ["state", "web"] },
    timeoutMs: (limits?.wallMs ?? WALL_MS) + GRACE_MS,
    kept: { version, enabled, rewritten },
    ...(problem !== null && { problem }),
    // The code is not at hand until it is called.
    afterWeb: async (_, { agentId }) => mayAct((await contentOf(agentId, name, version))?.code ?? ""),
    pauses: false,
    check(input): Parsed<unknown> {
      if (problem !== null) return { ok: false, message: problem };
      // A step may hold many calls, and each check may take its whole time.
      if (performance.now() < pausedUntil)
        return { ok: false, message: "The args were not checked: the check before took too long." };
      const value = withDefaults(inputSchema, input);
      const found = misfit(schema, value, ARGS, "");
      if (found?.isSchemas) pausedUntil = performance.now() + PAUSE_MS;
      return found ? { ok: false, message: found.message } : { ok: true, value };
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
  const { agentId, signal } = context;
  const onRead = (url: string) => context.readWeb(url);
  const { result } = await runTool({ agentId, ...called, by: by(context), signal, onLog, onRead });
  return result;
}

function problemOf({ name, parameter_schema }: OwnTool): string | null {
  if (isBuiltIn(name)) return "a built-in tool has this name now. Create it again under another one";
  return problemOfSchema(parameter_schema, ARGS);
}

/** Whoever wrote the code finds what is wrong with it by what it has logged last. */
function withLogs(error: unknown, logs: readonly string[]): unknown {
  if (!isAppError(error) || logs.length === 0) return error;
  const logged = logs.join("\n");
  const last = logged.length > MOST_LOGGED ? `…${logged.slice(-MOST_LOGGED)}`.toWellFormed() : logged;
  return new AppError(error.code, `${error.message}\nIt had logged:\n${last}`, { cause: error });
}
