import { z } from "zod";
import type { Equipment } from "@/lib/agent/message/equipment";
import { isBuiltIn } from "@/lib/shared/agent-tools/names";
import { isRecord } from "@/lib/shared/chat/parts";
import type { ClientTool } from "@/lib/shared/programs/client";
import { problemOfParameters } from "@/lib/tools/toolsets/client";
import { ASK } from "./asks";
import { invalidValue, unsupported } from "./errors";

const MAX_TOOLS = 128;
const MAX_CHARS = 200_000;

export const functionFields = z.object({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, "A name has 1 to 64 letters, digits, _ or -"),
  description: z.string().max(10_000).nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
});

type Fields = { fields: z.output<typeof functionFields>; param: string };

/** Checks the tools of a request. `easel_ask` only declares that the program handles asks, so it is left out. */
export function clientTools(all: readonly Fields[]): ClientTool[] {
  if (all.length > MAX_TOOLS) throw invalidValue("tools", `tools: At most ${MAX_TOOLS} tools.`);
  if (JSON.stringify(all).length > MAX_CHARS)
    throw invalidValue("tools", `tools: All tools together have at most ${MAX_CHARS} characters.`);
  const names = new Set<string>();
  return all.flatMap(({ fields: { name, description, parameters }, param }) => {
    if (names.has(name)) throw invalidValue(`${param}.name`, `${param}.name: Two tools are called ${name}.`);
    names.add(name);
    if (name === ASK) return [];
    if (isBuiltIn(name)) throw taken(name, param);
    const schema = parameters ?? { type: "object", properties: {} };
    const problem = problemOfParameters(schema);
    if (problem) throw invalidValue(`${param}.parameters`, `${param}.parameters: ${problem}.`);
    return [{ name, description: description ?? "", parameters: schema }];
  });
}

/** Returns whether a request declares `easel_ask`, in either format. */
export const handlesAsks = (tools: readonly unknown[]): boolean =>
  tools.some(
    (tool) =>
      isRecord(tool) && (tool.name === ASK || (isRecord(tool.function) && tool.function.name === ASK)),
  );

/** Throws if the agent has a tool with the name of one of the program's tools. */
export async function assertFree(
  agentId: string,
  tools: readonly ClientTool[],
  { catalog }: Equipment,
): Promise<void> {
  const found = await catalog.findAll(
    agentId,
    tools.map(({ name }) => name),
  );
  const at = tools.findIndex(({ name }) => found.has(name));
  if (at >= 0) throw taken(tools[at]?.name ?? "", `tools[${at}]`);
}

const taken = (name: string, param: string) =>
  invalidValue(`${param}.name`, `${param}.name: The agent has a tool called ${name}. Use another name.`);

/** Returns the names of the tools that the model may call, or null for all. */
export function allowedTools(choice: unknown): ReadonlySet<string> | null {
  if (choice === undefined || choice === "auto") return null;
  if (choice === "none") return new Set();
  const allowed = isRecord(choice) && choice.type === "allowed_tools" ? choice : null;
  const of = isRecord(allowed?.allowed_tools) ? allowed.allowed_tools : allowed;
  if (!of) throw unsupported("tool_choice", CANNOT_FORCE);
  const { mode = "auto", tools } = of;
  if (mode !== "auto") throw unsupported("tool_choice.mode", CANNOT_FORCE);
  const named = allowedList.safeParse(tools);
  if (named.success)
    return new Set(named.data.map((one) => ("function" in one ? one.function.name : one.name)));
  throw invalidValue("tool_choice.tools", "tool_choice.tools: Name the functions that the model may call.");
}

const allowedList = z.array(
  z.union([
    z.object({ type: z.literal("function"), name: z.string() }),
    z.object({ type: z.literal("function"), function: z.object({ name: z.string() }) }),
  ]),
);

const CANNOT_FORCE =
  'tool_choice: The agent decides which tools it calls. Send "auto", "none", or allowed_tools with mode auto.';
