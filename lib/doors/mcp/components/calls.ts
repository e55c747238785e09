import type { CallToolResult, Tool as McpTool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { surfaceMay } from "@/lib/agent/calls/surface";
import { callFromSurface, causeOf } from "@/lib/agent/surfaces/call";
import { hasReceived } from "@/lib/doors/programs/received";
import { log } from "@/lib/ground/base/log";
import type { CallOutcome, Use } from "@/lib/shared/components/access";
import { AppError, isAppError } from "@/lib/shared/errors";
import { explainIssues } from "@/lib/shared/issues";
import { READ_TOOL, WRITE_TOOL } from "@/lib/shared/mcp/apps";
import { type HostedCall, readInput, writeInput } from "@/lib/shared/mcp/component-calls";
import { joined } from "@/lib/shared/origins";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import * as state from "@/lib/store/agents/state";
import { type OnSurface, readGrants } from "@/lib/store/conversations/component-grants";
import type { Catalog } from "@/lib/tools/toolsets/catalog";
import { changesSince, currentCursor } from "./changes";
import { assertReach } from "./reach";
import { callingComponent, pageOfComponent } from "./surface";

const INPUTS = { [READ_TOOL]: readInput, [WRITE_TOOL]: writeInput };
const DESCRIPTIONS = {
  [READ_TOOL]: "Reads data for a component of Easel that is shown as an MCP App.",
  [WRITE_TOOL]: "Makes a change by a component of Easel that is shown as an MCP App.",
};

type AppTool = keyof typeof INPUTS;

export const isAppTool = (name: string): name is AppTool => Object.hasOwn(INPUTS, name);

/** The tools that only documents of components call. Each call is checked by its schema on the server. */
export const appTools = (): McpTool[] =>
  [READ_TOOL, WRITE_TOOL].map((name) => ({
    name,
    description: DESCRIPTIONS[name as AppTool],
    inputSchema: {
      type: "object",
      properties: {
        component: { type: "string" },
        proof: { type: "string" },
        bundle: { type: "string" },
        call: { type: "object" },
      },
      required: ["component", "proof", "bundle", "call"],
    },
    annotations: { readOnlyHint: name === READ_TOOL, openWorldHint: false },
    _meta: { ui: { visibility: ["app"] } },
  }));

type Called = { name: AppTool; input: unknown; signal: AbortSignal; catalog: Catalog };

/** Answers a call of a document of a component. A refusal is a result, because the document shows it. */
export async function callOfComponent(token: McpToken, called: Called): Promise<CallToolResult> {
  try {
    return resultOf(await answer(token, called));
  } catch (error) {
    const known = isAppError(error)
      ? error
      : new AppError("internal", `Something went wrong (error ${log.fault("A component failed", error)}).`);
    const { message, status, details } = known;
    return {
      content: [{ type: "text", text: message }],
      structuredContent: { error: { status, message, ...(details !== undefined && { details }) } },
      isError: true,
    };
  }
}

const resultOf = (value: object): CallToolResult => ({
  content: [],
  structuredContent: z.record(z.string(), z.unknown()).parse(value),
});

async function answer(token: McpToken, { name, input, signal, catalog }: Called): Promise<object> {
  const parsed = INPUTS[name].safeParse(input);
  if (!parsed.success) throw new AppError("invalid", explainIssues(parsed.error));
  const { call, ...sender } = parsed.data;
  const surface = await callingComponent(token, sender);
  await assertReach(token, surface.shown.bundle, call);
  if (call.type === "changes") return changesSince(token.agentId, call.since, signal);
  // Taken before reading, so that no change is missed.
  const cursor = await currentCursor();
  if (call.type === "state") return { values: await readState(token, call.keys), cursor };
  if (call.type === "set") return writeState(surface, call);
  const outcome = await callFromSurface(surface, call, signal, catalog);
  await markReceived(token, surface, outcome);
  const refusal = refusalOf(surface, outcome);
  if (refusal) throw refusal;
  return { ...outcome, cursor };
}

/** The program sees what the component reads. */
async function markReceived(token: McpToken, surface: OnSurface, outcome: CallOutcome): Promise<void> {
  if ("rows" in outcome) hasReceived(token.id, outcome.rows.webOrigins ?? []);
  if ("value" in outcome || "file" in outcome)
    hasReceived(token.id, (await readGrants(surface))?.readWeb ?? []);
}

/** Only Easel asks the user, because a program could answer for the user. */
function refusalOf({ id, title }: OnSurface, outcome: CallOutcome): AppError | null {
  if (!("asks" in outcome || "question" in outcome)) return null;
  const address = pageOfComponent(id.agentId, id.toolCallId);
  const what =
    "asks" in outcome ? ABOUT[outcome.asks.kind](outcome.asks) : `use ${outcome.question.tool} now`;
  return new AppError("forbidden", `“${title}” may not ${what} without your permission. Give it in Easel.`, {
    details: { address },
  });
}

const nameOf = (use: Use): string => ("name" in use ? use.name : "");
const ABOUT: Record<Use["kind"], (use: Use) => string> = {
  query: () => "read the database",
  table: (use) => `change the table ${nameOf(use)}`,
  tool: (use) => `use the tool ${nameOf(use)}`,
  file: () => "read this file",
  model: () => "ask the model",
};

async function readState(token: McpToken, keys: readonly string[]): Promise<Record<string, unknown>> {
  const found = await Promise.all(
    keys.map(async (key) => [key, await state.find(token.agentId, key)] as const),
  );
  for (const [, entry] of found) hasReceived(token.id, entry?.origins ?? []);
  return Object.fromEntries(found.map(([key, entry]) => [key, entry?.value ?? null]));
}

/** Like a component on the canvas that has read what the program has received. */
async function writeState(
  surface: OnSurface,
  { key, value }: Extract<HostedCall, { type: "set" }>,
): Promise<object> {
  const { id, title } = surface;
  const { agentId } = id;
  const grants = await readGrants(surface);
  const readWeb = joined(surface.readWeb, grants?.readWeb ?? []);
  const { writes } = await surfaceMay(id, readWeb.length > 0);
  if (writes !== "allow")
    throw new AppError(
      "forbidden",
      `“${title}” may contain text from the web, so it may not change the state without your permission. Give it in Easel.`,
      { details: { address: pageOfComponent(agentId, id.toolCallId) } },
    );
  const { marked } = await state.keysMarked(agentId);
  const origins = joined(readWeb, ...marked.map((one) => one.origins));
  await state.write(agentId, key, value, { author: "person", cause: causeOf(surface), origins });
  return {};
}
