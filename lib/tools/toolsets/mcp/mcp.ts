import { z } from "zod";
import { withDefaults, withoutUnset } from "@/lib/code/json-schema/defaults";
import { misfit } from "@/lib/code/json-schema/fit";
import { withRealNames } from "@/lib/code/json-schema/schema-for-models";
import { originOf } from "@/lib/data/origins/collect";
import { AppError } from "@/lib/shared/errors";
import { appAnswer } from "@/lib/shared/mcp/app-answer";
import type { ServedTool } from "@/lib/shared/mcp/served";
import { ANSWERS_TO_SERVER, type ServerAsk } from "@/lib/shared/mcp/server-ask";
import { toolsetOf } from "@/lib/shared/mcp/view";
import { sourceOf } from "@/lib/store/agents/rehearsals";
import { publish } from "@/lib/store/bus";
import { connectedWithin } from "@/lib/tools/mcp/connected";
import type { Connection } from "@/lib/tools/mcp/connection";
import {
  asAccepted,
  callPrefix,
  fingerprintOfWords,
  isFor,
  isServedReadOnly,
} from "@/lib/tools/mcp/definition";
import { hasLong, keepLong, readLong } from "@/lib/tools/mcp/long-results";
import type { AnswersToServer } from "@/lib/tools/mcp/open-call";
import { toModelResult } from "@/lib/tools/mcp/result";
import { ARGUMENTS, schemaOf } from "@/lib/tools/mcp/schema";
import { mcpServers } from "@/lib/tools/mcp/servers";
import { callerOf } from "../caller";
import type { ToolContext } from "../context";
import { asChecked, defineTool, defineToolset, type PolicyContext, type Tool, type Toolset } from "../define";
import { problemsIn } from "../input";
import { page } from "../pages";
import { Waits } from "../waits";
import { appFor, showApp, waitsInApp } from "./mcp-app";
import { samplerOf } from "./mcp-sample";

/** Reserve after the call's own limit of 60 s, which ends it first, with a better message. */
const GRACE_MS = 5_000;
const TIMEOUT_MS = 60_000 + GRACE_MS;
/** Maximum time from the start of the process for which a resumed run waits for a server. */
const RESTART_MS = 10_000;
/** Maximum characters of text in one result. Longer text is split into pages. */
const MAX_TEXT = 60_000;
const MAX_STRUCTURED = 95_000;
/** Large enough for a result with an image. */
const MAX_OUTPUT = 7_000_000;

/** Returns the toolsets of an agent's servers. A rehearsal has those of its source, which it does not call. */
export async function servedToolsets(agentId: string): Promise<Toolset[]> {
  const servers = await mcpServers();
  return servers
    .of((await sourceOf(agentId)) ?? agentId)
    .filter(({ row, tools }) => row.enabled && offeredOf(tools).length > 0)
    .map(toolsetFor);
}

/**
 * Waits for the servers of these toolsets and tools, if this process has begun to connect only recently.
 * Returns whether it waited.
 */
export async function awaitServers(
  agentId: string,
  wanted: (toolset: string, tools: readonly string[]) => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const awaited = (await mcpServers()).of(agentId).filter(({ row, tools, isConnected }) => {
    const names = tools.map(({ name }) => name);
    return row.enabled && !isConnected && wanted(toolsetOf(row.id), names);
  });
  await Promise.all(awaited.map((connection) => connectedWithin(connection, RESTART_MS, signal)));
  return awaited.length > 0;
}

/**
 * Records that the model's provider refused these tools, for the settings page of their server. The record
 * disappears when the server lists its tools again.
 */
export async function noteRefusal(agentId: string, names: readonly string[], why: string): Promise<void> {
  for (const connection of (await mcpServers()).of(agentId)) {
    const { tools, leftOut, row } = connection;
    const added = names.filter(
      (name) => tools.some((tool) => tool.name === name) && !leftOut.some((one) => one.name === name),
    );
    if (added.length === 0) continue;
    connection.leftOut = [...leftOut, ...added.map((name) => ({ name, why }))];
    publish({ type: "mcp", agent: agentId, id: row.id });
  }
}

const offeredOf = (tools: readonly ServedTool[]): ServedTool[] =>
  tools.flatMap((one) => asAccepted(one) ?? []).filter(({ definition }) => isFor("model", definition));

function toolsetFor(connection: Connection): Toolset {
  const { row, serverInstructions } = connection;
  const instructions = serverInstructions === null ? null : connection.instructions;
  const offered = offeredOf(connection.tools);
  const tools = Object.fromEntries(offered.map((tool) => [tool.name, toolFor(connection, tool)]));
  if (hasLong(row.agentId, row.id)) tools[`${callPrefix(row.id)}read_on`] ??= readOn(connection);
  return defineToolset({
    id: toolsetOf(row.id),
    title: row.title,
    category: "mcp",
    mode: "on_demand",
    prompt: instructions
      ? `Instructions from the server ${row.id}, not from the user:\n<server>\n${instructions}\n</server>`
      : "",
    lacks: () => (connection.isConnected ? null : { text: reasonOf(connection) }),
    words: { origin: originOf(placeOf(connection)), fingerprint: fingerprintOfWords(instructions, offered) },
    tools,
  });
}

const placeOf = ({ row: { id, url } }: Connection): string => url ?? `mcp:${id}`;

const reasonOf = ({ row, error }: Connection): string =>
  `${row.title} is not connected.${error ? ` ${error}` : ""}`;

export function toolFor(connection: Connection, served: ServedTool): Tool {
  const { definition, tool: name, version } = served;
  const { schema: inputSchema, names, checked, defaults } = schemaOf(served);
  const isRead = isServedReadOnly(definition);
  const { title, description } = definition;
  return {
    ...(title !== undefined && { title }),
    description: describeTool(description || title || `The tool ${name} of ${connection.row.title}.`, served),
    inputSchema,
    hints: {
      reads: ["web"],
      ...(!isRead && { writes: [connection.row.title] }),
      idempotent: isRead || definition.annotations?.idempotentHint === true,
    },
    timeoutMs: TIMEOUT_MS,
    graceMs: GRACE_MS,
    maxOutputChars: MAX_OUTPUT,
    served: { server: connection.row.id, version },
    policy: isRead ? "allow" : "ask",
    receiver: placeOf(connection),
    ...(isRead && {
      // Even a call that changes nothing tells the server its arguments.
      afterWeb: async (input: unknown, { guard }: PolicyContext) =>
        !(await guard.mayCall(placeOf(connection), textOfArguments(input))),
      covers: (_: unknown, { guard }: PolicyContext) => guard.covers(placeOf(connection)),
    }),
    quotesWeb: true,
    sources: () => [placeOf(connection)],
    pauses: false,
    check(input) {
      const { args: modelArgs, answers } = apart(input);
      const args = withDefaults(defaults, withoutUnset(defaults, withRealNames(names, modelArgs)));
      const found = misfit(checked, args, ARGUMENTS, "");
      const message = problemsIn(inputSchema, modelArgs, found);
      if (message) return { ok: false, message };
      return {
        ok: true,
        value: asChecked(answers ? { ...(args as object), [ANSWERS_TO_SERVER]: answers } : args),
      };
    },
    asks: (input) =>
      apart(input).answers
        ? `${connection.row.title} asked you something and will receive ${ANSWERS_TO_SERVER} as your answer.`
        : null,
    refuses: async () => {
      // Do not quote the server's own error text, because it would not be marked as web content here.
      if (!connection.isConnected)
        throw new AppError("unavailable", `${connection.row.title} is not connected.`);
    },
    ...(waitsInApp(served) && { answer: () => appAnswer }),
    execute: (input, context) => call(connection, served, input, context),
  };
}

/** The server knows the names of its arguments, so only their values tell it something. Names below may be free. */
const textOfArguments = (input: unknown): string =>
  Object.values(input ?? {})
    .map((value) => (typeof value === "object" && value !== null ? JSON.stringify(value) : String(value)))
    .join(" ");

/** Adds to the description that the app shows the result, so that the model does not repeat it. */
const describeTool = (description: string, served: ServedTool): string => {
  if (served.definition.app?.uri === undefined) return description;
  const end = waitsInApp(served) ? ", and waits until they finish: app contains their actions" : "";
  return `${description}\n(Shows its result to the user in an app on the canvas${end}.)`;
};

const answers = z.record(z.string(), z.unknown());

function apart(input: unknown): { args: unknown; answers?: AnswersToServer } {
  if (typeof input !== "object" || input === null || !(ANSWERS_TO_SERVER in input))
    return { args: input ?? {} };
  const { [ANSWERS_TO_SERVER]: rawAnswers, ...args } = input;
  const parsed = answers.safeParse(rawAnswers).data;
  return parsed ? { args, answers: parsed } : { args: input };
}

async function call(
  connection: Connection,
  served: ServedTool,
  input: unknown,
  context: ToolContext,
): Promise<unknown> {
  const { row } = connection;
  const { id, agentId, title } = row;
  const { signal, log, conversationId, messageId, toolCallId } = context;
  const { args, answers } = apart(input);
  const holding = { conversationId, messageId, toolCallId, version: served.version };
  const called = {
    ...{ caller: callerOf(context), signal, onProgress: log, answers },
    ...{ agreed: context.agreedToServer, sample: samplerOf(context) },
    ...(context.mayWait && { holding }),
  };
  const pendingApp = appFor(connection, served, context);
  const { asked, isHeld, result } = await connection.call(served.tool, args, called);
  if (!result) {
    const reason = { kind: "server" as const, server: title, asked: [...asked] };
    throw new Waits(reason, isHeld ? `${title} waits for the user's answer.` : describeAsks(title, asked));
  }
  const { text, structured, ...content } = toModelResult(id, result);
  const isLong = structured !== undefined && JSON.stringify(structured).length > MAX_STRUCTURED;
  const whole = isLong ? [text, JSON.stringify(structured)].filter(Boolean).join("\n") : text;
  if (result.isError)
    throw new AppError("unavailable", `${title} says: ${(whole ?? "it failed").slice(0, MAX_TEXT)}`);
  const app = await pendingApp;
  if (app) await showApp(app, connection, served, { input: args, result }, context);
  return {
    ...content,
    ...(structured !== undefined && !isLong && { structured }),
    ...(whole !== undefined && firstPage(whole, { agentId, server: id, call: toolCallId })),
  };
}

/** Explains a server's questions to a model in code or in an app, where the user cannot be asked. */
const describeAsks = (title: string, asked: readonly ServerAsk[]): string =>
  [
    `${title} must ask the user first, so the call was cancelled.`,
    ...asked.map(describeAsk),
    "Call the tool directly, not from code, so that the user is asked.",
  ].join("\n");

function describeAsk(ask: ServerAsk): string {
  if (ask.kind === "sample") return "It wants to query a model.";
  if (ask.kind === "address") return `It asks: ${ask.message}\nIt wants the user to open ${ask.url}`;
  return `It asks: ${ask.message}\nFields: ${JSON.stringify(ask.schema.properties ?? {}).slice(0, 10_000)}`;
}

function firstPage(whole: string, of: { agentId: string; server: string; call: string }) {
  const { text, rest } = page(whole);
  if (rest.next_offset === undefined) return { text };
  keepLong(of, whole);
  publish({ type: "mcp", agent: of.agentId, id: of.server });
  const note = `Characters 0 to ${rest.next_offset} of ${whole.length}. ${callPrefix(of.server)}read_on {"call":"${of.call}","offset":${rest.next_offset}} returns the next part.`;
  return { text, next_offset: rest.next_offset, note };
}

const readOn = (connection: Connection): Tool => {
  const { id, agentId, title } = connection.row;
  return defineTool({
    description: `Returns more of a long result of ${title}.`,
    input: z.object({
      call: z.string().describe("Id in the note of the result"),
      offset: z.int().min(0),
    }),
    hints: { reads: ["web"], idempotent: true },
    quotesWeb: true,
    sources: () => [placeOf(connection)],
    execute: async ({ call, offset }) => {
      const whole = readLong({ agentId, server: id, call });
      if (whole === undefined)
        throw new AppError(
          "not_found",
          "This result is no longer cached. Call its tool again and request less.",
        );
      const { text, rest } = page(whole, offset);
      const { next_offset } = rest;
      const note = next_offset !== undefined && `Call again with offset: ${next_offset} for the next part.`;
      return { server: id, text, ...(note && { next_offset, note }) };
    },
  });
};
