import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { decided } from "@/lib/agent/message/chunks";
import { Draft } from "@/lib/agent/message/draft";
import { type Equipment, standard } from "@/lib/agent/message/equipment";
import { isOpen, type Message } from "@/lib/agent/message/message";
import { toolSettingOf, toolVersionOf } from "@/lib/agent/offer/toolset";
import { actingProgram } from "@/lib/ground/base/acting";
import { editsOf } from "@/lib/shared/blocks/edits";
import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import { callOf, changeIn } from "@/lib/shared/chat/surfaces/sheet-change";
import { draftOf } from "@/lib/shared/chat/surfaces/sheets";
import { AppError } from "@/lib/shared/errors";
import { explainIssues, formatPath } from "@/lib/shared/issues";
import { jsonValue } from "@/lib/shared/json-value";
import { classPermission } from "@/lib/shared/tools/permission";
import { readSettings, type ToolSetting } from "@/lib/store/agents/settings";
import { readEntries, readSurfaceState, type SurfaceId } from "@/lib/store/conversations/surfaces";
import type { Ask, CurrentRun } from "@/lib/store/loop/asks";
import type { RunContext, RunStatus } from "@/lib/store/loop/run-context";
import { type Settlement, settle } from "@/lib/store/loop/settlements";
import { bounded } from "@/lib/tools/toolsets/call";
import type { Tool } from "@/lib/tools/toolsets/define";
import { findTool } from "@/lib/tools/toolsets/index";
import { decision, isOfVersion } from "./approval";
import { answeredChunk, withResult } from "./own-result";

export const MAX_CONFLICT_RETRIES = 100;

/** `origins`: of text in the answer that others wrote. */
export type CallAnswer = {
  toolCallId: string;
  messageId?: string;
  output: unknown;
  origins?: readonly string[];
};
type Taken = { context: RunContext; next: RunStatus };

/**
 * Validates an answer to an ask and stores it. The run continues if no other ask is open. Returns null if the
 * run has changed since it was read.
 */
export async function answerCall(
  run: CurrentRun,
  ask: Ask,
  answer: unknown,
  by: string | null,
  { catalog }: Equipment = standard,
  origins: readonly string[] = [],
): Promise<Taken | null> {
  const tool = (await catalog.find(run.agentId, ask.toolName))?.tool;
  const output = validated(ask, tool, answer);
  assertMayApprove(ask, output);
  const allow = await permissionToStore(run, ask, tool, output);
  const left = run.asks.filter(
    ({ status, toolCallId }) => status === "open" && toolCallId !== ask.toolCallId,
  );
  const next = left.length > 0 ? "waiting" : "running";
  const context = await settle({
    run,
    asks: [
      {
        ...{ toolCallId: ask.toolCallId, status: "answered", output, answeredBy: by },
        ...(ask.kind === "answer" && { result: resultOf(run, ask.toolCallId, output) }),
      },
    ],
    parts: answeredParts(run, ask, output, origins),
    metadata: withAnsweredAt(run, [ask.toolCallId]),
    ...{ origins, next, allow },
  });
  return context && { context, next };
}

export type Closing = { action: "cancelled" | "dismiss" } | { action: "message"; text: string };

/**
 * Ends a waiting run and closes its open asks with `output`. Returns false if the run has changed since it
 * was read.
 */
export const closeAsks = async (run: CurrentRun, next: RunStatus, output: Closing): Promise<boolean> =>
  (await settle(closingSettlement(run, next, output))) !== null;

export type UnsentInput = { draft?: unknown; edits?: unknown };

/**
 * Returns the settlement that closes all open asks of a waiting run, because the user stopped it or sent a
 * message. `unsent` has the drafts and edits that the user has not submitted, by call id. Approved calls that
 * waited for the other asks are not run.
 */
export function closingSettlement(
  run: CurrentRun,
  next: RunStatus,
  closing: Closing,
  unsent: Readonly<Record<string, UnsentInput>> = {},
): Settlement {
  const open = run.asks.filter(({ status }) => status === "open");
  const outputOf = (toolCallId: string) => ({ ...closing, ...unsent[toolCallId] });
  const asks: Settlement["asks"] = open.map(({ toolCallId }) => ({
    toolCallId,
    status: "closed",
    output: outputOf(toolCallId),
    answeredBy: null,
    result: resultOf(run, toolCallId, outputOf(toolCallId)),
  }));
  const draft = new Draft([...(run.parts as Message["parts"])]);
  for (const { toolCallId } of draft.stepTools().filter(isOpen)) {
    const asked = open.some((ask) => ask.toolCallId === toolCallId && ask.kind === "answer");
    draft.apply(
      asked
        ? answeredChunk(draft, toolCallId, outputOf(toolCallId))
        : { type: "tool-output-error", toolCallId, errorText: NOT_RUN[closing.action] },
    );
  }
  const metadata = withAnsweredAt(
    run,
    asks.map(({ toolCallId }) => toolCallId),
  );
  return { run, asks, parts: draft.parts, metadata, next };
}

/**
 * Returns true if the ask was answered with the same value, ignoring the order of keys. A client that got no
 * response may send its answer again.
 */
export async function isRepeated(
  run: CurrentRun,
  ask: Ask,
  answer: unknown,
  { catalog }: Equipment = standard,
): Promise<boolean> {
  if (ask.status !== "answered") return false;
  const same = (output: unknown) => isDeepStrictEqual(asStored(output), asStored(ask.output));
  const read = schemaOf(ask, (await catalog.find(run.agentId, ask.toolName))?.tool).safeParse(answer);
  return same(answer) || (read.success && same(read.data));
}

const asStored = (output: unknown): unknown => JSON.parse(JSON.stringify(output ?? null));

const MAX_UNSENT_CHARS = 20_000;

export async function unsentInputOf(run: CurrentRun): Promise<Record<string, UnsentInput>> {
  const { conversationId, messageId, asks } = run;
  const savedEntries = await readEntries(conversationId, messageId);
  const unsent = asks.map(async ({ toolCallId, input }) => {
    const changed = changedSurface(run, toolCallId);
    const entries = changed ? (await readSurfaceState(changed)).entries : (savedEntries[toolCallId] ?? {});
    const draft = draftOf(input, entries);
    const edits = editsOf(input, entries);
    const own: UnsentInput = {
      ...(draft !== undefined && { draft: bounded(draft, MAX_UNSENT_CHARS) }),
      ...(edits.length > 0 && { edits: bounded(edits, MAX_UNSENT_CHARS) }),
    };
    return [toolCallId, own] as const;
  });
  return Object.fromEntries(await Promise.all(unsent));
}

/**
 * Returns the surface that a call changed. The state of a surface is stored with the call that created the
 * surface.
 */
function changedSurface(
  { agentId, conversationId, parts }: CurrentRun,
  toolCallId: string,
): SurfaceId | undefined {
  const part = new Draft([...(parts as Message["parts"])]).tool(toolCallId);
  const change = part && changeIn(part);
  return change && { agentId, conversationId, ...callOf(change.sheet) };
}

/** Returns the decision in an answer to an approval, or null if it is invalid. */
/** A program may refuse a call, but only a member approves it. */
function assertMayApprove({ kind }: Ask, output: unknown): void {
  if (kind !== "approval" || actingProgram() === null || decisionOfAnswer(output) === "reject") return;
  throw new AppError(
    "forbidden",
    'Only a member can approve this, in Easel. A program can answer {"decision":"reject"}.',
  );
}

export const decisionOfAnswer = (answer: unknown) => decision.safeParse(answer).data?.decision ?? null;

/** Returns the JSON Schema of the answers that an ask accepts. */
export async function answerSchema(
  agentId: string,
  ask: Ask,
  { catalog }: Equipment = standard,
): Promise<Record<string, unknown>> {
  const schema = schemaOf(ask, (await catalog.find(agentId, ask.toolName))?.tool);
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}

export const isValidAnswer = (ask: Ask, answer: unknown): boolean =>
  schemaOf(ask, findTool(ask.toolName)?.tool).safeParse(answer).success;

/**
 * Returns the permission to store beyond this call. Returns undefined if the tool has changed or was deleted
 * since it asked.
 */
async function permissionToStore(
  { agentId, parts }: CurrentRun,
  ask: Ask,
  tool: Tool | undefined,
  output: unknown,
): Promise<Settlement["allow"]> {
  const answer = ask.kind === "approval" ? decision.parse(output) : undefined;
  if (!answer || !tool || isOnce(ask)) return undefined;
  const name = ask.toolName;
  const covered = ask.because?.kind === "web" ? ask.because.covers : undefined;
  const scope = answer.remember;
  if (!scope && covered !== undefined && answer.decision === "approve")
    return { tool: classPermission(name, covered), scope: "conversation", isAfterWeb: true };
  if (!scope) return undefined;
  const version = toolVersionOf(tool);
  const part = new Draft([...(parts as Message["parts"])]).tool(ask.toolCallId);
  if (version !== undefined && !(part && isOfVersion(ask, part, tool))) return undefined;
  const isAfterWeb = ask.because?.kind === "web";
  if (scope === "conversation") return { tool: name, version, scope, isAfterWeb };
  const setting: ToolSetting = isAfterWeb ? { afterWeb: version ?? 0 } : {};
  // If the tool asked only because of web text, its policy stays unchanged.
  if (isAfterWeb && toolSettingOf(name, tool, await readSettings(agentId)).policy !== "ask")
    return { tool: name, scope, setting };
  return { tool: name, scope, setting: { ...setting, policy: "allow", version } };
}

/**
 * These asks concern one event only, so their approval must not be remembered: handing the browser back, one
 * change of a block, and requests of a subagent or server.
 */
const isOnce = ({ because }: Ask): boolean => because !== null && ONCE.has(because.kind);
const ONCE: ReadonlySet<string> = new Set(["browser", "block", "helper", "server"]);

function validated(ask: Ask, tool: Tool | undefined, answer: unknown): unknown {
  const result = schemaOf(ask, tool).safeParse(answer);
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }) => ({
    path: formatPath(["output", ...path]),
    message,
  }));
  throw new AppError("invalid", `The answer is invalid.\n${explainIssues(result.error)}`, {
    details,
  });
}

function schemaOf(ask: Ask, tool: Tool | undefined): z.ZodType {
  if (ask.kind === "approval") return tool ? decision.superRefine(checkEditedInput(tool)) : decision;
  // Without a schema, for example because the tool was deleted after it asked, any JSON is a valid answer.
  return tool?.answer ? tool.answer(ask.input) : jsonValue;
}

/**
 * Validates an input that the user edited. An error keeps the ask open, so that the user can correct the
 * input.
 */
const checkEditedInput =
  (tool: Tool) =>
  ({ decision: choice, input }: z.output<typeof decision>, context: z.RefinementCtx): void => {
    const checked = choice === "edit" ? tool.check(input) : null;
    if (!checked || checked.ok) return;
    for (const line of checked.message.split("\n")) {
      const [, field, message = line] = FIELD.exec(line) ?? [];
      context.addIssue({ code: "custom", path: ["input", ...(field ? [field] : [])], message });
    }
  };

const FIELD = /^([\w$.[\]-]+): (.+)$/;

const resultOf = ({ parts }: Pick<CurrentRun, "parts">, toolCallId: string, answer: unknown): unknown =>
  withResult(new Draft([...(parts as Message["parts"])]), toolCallId, answer);

/**
 * Returns the parts of the message with the answer. An answer is the result of its call. An approved call has no
 * result yet, because the run makes the call.
 */
function answeredParts(
  run: CurrentRun,
  { toolCallId, kind }: Ask,
  output: unknown,
  origins: readonly string[],
): Message["parts"] {
  const draft = new Draft([...(run.parts as Message["parts"])]);
  if (kind === "answer") draft.apply(answeredChunk(draft, toolCallId, output, origins));
  else {
    const { decision: choice, reason } = decision.parse(output);
    draft.apply(decided(toolCallId, { approved: choice !== "reject", reason }));
  }
  return draft.parts;
}

function withAnsweredAt({ metadata }: CurrentRun, toolCallIds: readonly string[]): MessageMetadata {
  const calls = { ...metadata?.calls };
  const answeredAt = new Date().toISOString();
  for (const id of toolCallIds) calls[id] = { ...calls[id], answeredAt };
  return { ...metadata, calls };
}

const NOT_RUN: Record<Closing["action"], string> = {
  dismiss: "This call was not run: the session ended.",
  cancelled: "This call was not run: the user stopped the run instead of deciding.",
  message: "This call was not run: the user wrote in the chat instead of deciding.",
};
