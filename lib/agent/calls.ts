import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { z } from "zod";
import type { Shown } from "@/lib/shared/components/shown";
import type { Because } from "@/lib/shared/tools/because";
import type { Ask } from "@/lib/store/asks";
import type { StepSave } from "@/lib/store/steps";
import { callTool, invalid, openAsk } from "@/lib/tools/call";
import type { CallContext, Tool } from "@/lib/tools/define";
import { afterWeb, shownAfterWeb } from "./after-web";
import { denied } from "./chunks";
import { type Chunk, type Draft, isOpen, type ToolPart, toolName } from "./message";
import { withoutPicture } from "./pictures";
import type { Offer, Offered } from "./toolset";

/** More calls than this in one step are answered with an error instead of being run. */
const MAX_CALLS = 64;
const AT_ONCE = 8;

/** What the person may answer to an approval. */
export const decision = z
  .strictObject({
    decision: z.enum(["approve", "reject", "edit"]),
    input: z.unknown().optional(),
    reason: z.string().max(10_000).optional(),
    remember: z.enum(["conversation", "always"]).optional(),
  })
  .refine((said) => said.decision !== "edit" || said.input !== undefined, {
    path: ["input"],
    message: "An edit needs the input to run with",
  })
  .refine((said) => said.decision !== "reject" || said.remember === undefined, {
    path: ["remember"],
    message: "Only an approval can be remembered. To refuse a tool for good, set its policy to deny",
  });

type Row = StepSave["calls"][number];

export type Calls = {
  draft: Draft;
  offer: Offer;
  /** Approvals of this message that the person has decided, by call id. */
  decided: ReadonlyMap<string, Ask>;
  /** Calls that had begun when their server died. */
  interrupted: ReadonlySet<string>;
  /** Origins on the web that the model had read when it made these calls. */
  readWeb: readonly string[];
  context: Omit<CallContext, "toolCallId" | "toolName">;
  emit(chunk: Chunk): void;
  /** Makes durable that these calls begin, before they do. */
  intend(calls: Row[]): Promise<void>;
};

export type Settled = {
  asks: StepSave["asks"];
  calls: Row[];
  /** What asks put before the person, by call id. */
  shown: Record<string, Shown>;
};
type Ready = { part: ToolPart; offered: Offered };
type Asked = Ready & { kind: "answer" | "approval"; because: Because | null };

/** Gives every open call of the step its result, its error, or an ask. */
export async function settleCalls(calls: Calls): Promise<Settled> {
  const settled: Settled = { asks: [], calls: [], shown: {} };
  const ready: Ready[] = [];
  const asked: Asked[] = [];
  const open = calls.draft.stepTools().filter(isOpen);
  for (const [index, part] of open.entries()) {
    const verdict = index < MAX_CALLS ? await judge(part, calls) : tooMany(open.length);
    if ("error" in verdict) {
      const { error, status = "error" } = verdict;
      const { toolCallId } = part;
      if (status === "denied") for (const chunk of denied(toolCallId, error)) calls.emit(chunk);
      else calls.emit({ type: "tool-output-error", toolCallId, errorText: error });
      settled.calls.push(row(part, { status, error }));
    } else if ("ask" in verdict) {
      const { ask: kind, offered, because = null } = verdict;
      if (kind === "approval")
        calls.emit({
          type: "tool-approval-request",
          toolCallId: part.toolCallId,
          approvalId: part.toolCallId,
        });
      asked.push({ part, offered, kind, because });
    } else ready.push({ part: calls.draft.tool(part.toolCallId) ?? part, offered: verdict.run });
  }
  await runAll(ready, calls, settled);
  // What is shown may be what another call of the step has just made.
  await askAll(asked, calls, settled);
  return settled;
}

type Verdict =
  | { error: string; status?: Row["status"] }
  | { ask: Asked["kind"]; offered: Offered; because?: Because | null }
  | { run: Offered };

/** By what the model knew when it wrote the calls: what another call of the step reads counts from the next one on. */
async function judge(part: ToolPart, calls: Calls): Promise<Verdict> {
  const { offer, decided, interrupted, readWeb, context, draft, emit } = calls;
  const name = toolName(part);
  const offered = offer.tools.get(name);
  if (!offered) return { error: offer.missing(name) };
  if (interrupted.has(part.toolCallId)) return { error: outcomeUnknown(name), status: "unknown" };
  const checked = offered.tool.check(part.input);
  if (!checked.ok) return { error: invalid(name, checked.message) };
  if (offered.policy === "deny")
    return { error: `The person does not allow ${name}. Do without it.`, status: "denied" };
  const { tool } = offered;
  const web = tool.pauses ? "allow" : await afterWeb(offered, checked.value, context.agentId, readWeb);
  if (web === "deny") return { error: notAfterWeb(name), status: "denied" };
  const ask = decided.get(part.toolCallId);
  const said = ask && isFor(ask, part, offered) ? ask : undefined;
  const isFree = said !== undefined && isHandedBack(said);
  if (said && !isFree) return follow(part, said, offered, draft, emit);
  if (tool.pauses) return { ask: "answer", offered, because: shownAfterWeb(tool, readWeb) };
  const waits = isFree ? null : tool.waits?.({ ...context, toolCallId: part.toolCallId, toolName: name });
  const because = waits ?? (web === "ask" ? { kind: "web" as const, origins: [...readWeb] } : null);
  return because || offered.policy === "ask" ? { ask: "approval", offered, because } : { run: offered };
}

/** To hand back what a call waited for is not to allow it: what else asks still does. */
const isHandedBack = ({ because, output }: Ask): boolean =>
  because?.kind === "browser" && decision.safeParse(output).data?.decision === "approve";

/** Does what the person decided about a call. An approval holds for the arguments they saw, or the ones they wrote. */
function follow(part: ToolPart, ask: Ask, offered: Offered, draft: Draft, emit: Calls["emit"]): Verdict {
  const parsed = decision.safeParse(ask.output);
  const { decision: said, input, reason } = parsed.success ? parsed.data : { decision: "reject" as const };
  const name = toolName(part);
  const { toolCallId } = part;
  if (said === "reject") return { error: refused(name, reason), status: "denied" };
  if (said === "edit") {
    const toolMetadata = { edited: { from: z.json().parse(ask.input), ...(reason && { reason }) } };
    emit({ type: "tool-input-available", toolCallId, toolName: name, input, toolMetadata });
    const checked = offered.tool.check(draft.tool(toolCallId)?.input);
    if (!checked.ok) return { error: invalid(name, checked.message) };
  }
  return { run: offered };
}

/** An approval holds for the call that was shown, and after an edit for what the person wrote, also after a crash. */
function isFor(ask: Ask, part: ToolPart, { tool }: Offered): boolean {
  const parsed = decision.safeParse(ask.output);
  const edited = parsed.success && parsed.data.decision === "edit";
  const edit = edited && hash({ ...part, input: parsed.data.input } as ToolPart, tool) === hash(part, tool);
  return edit || ask.inputHash === hash(part, tool);
}

/** Whether an ask was for this version of a tool. */
export const isOfVersion = (ask: Ask, part: ToolPart, tool: Tool): boolean =>
  ask.inputHash === hash(part, tool);

async function runAll(ready: Ready[], calls: Calls, settled: Settled): Promise<void> {
  calls.context.signal.throwIfAborted();
  const once = ready.filter(({ offered }) => !offered.tool.hints.idempotent);
  if (once.length > 0) await calls.intend(once.map(({ part }) => row(part, { status: "running" })));
  const limit = pLimit(AT_ONCE);
  const run = async ({ part, offered }: Ready) => {
    const { toolCallId } = part;
    const outcome = await callTool(toolName(part), offered.tool, part.input, {
      ...calls.context,
      toolCallId,
    });
    const { durationMs, logs, web } = outcome;
    const before = calls.draft.tool(toolCallId)?.toolMetadata;
    const marked = web.length > 0 && { toolMetadata: { ...before, web } };
    if (outcome.ok) {
      const { output } = outcome;
      calls.emit({ type: "tool-output-available", toolCallId, output, ...marked });
      settled.calls.push(row(part, { status: "ok", output: withoutPicture(output), durationMs, logs }));
    } else {
      calls.emit({ type: "tool-output-error", toolCallId, errorText: outcome.error, ...marked });
      settled.calls.push(row(part, { status: "error", error: outcome.error, durationMs, logs }));
    }
  };
  await Promise.all(ready.map((item) => limit(run, item)));
}

/** Opens what waits for the person; what cannot be shown is the call's error. */
async function askAll(asked: Asked[], calls: Calls, settled: Settled): Promise<void> {
  const limit = pLimit(AT_ONCE);
  const open = ({ part, offered, kind }: Asked) =>
    kind === "answer"
      ? openAsk(toolName(part), offered.tool, part.input, { ...calls.context, toolCallId: part.toolCallId })
      : ({ ok: true, shown: null } as const);
  const opened = await Promise.all(asked.map(async (item) => ({ ...item, ...(await limit(open, item)) })));
  calls.context.signal.throwIfAborted();
  // In the order of the calls: the first ask is the oldest.
  for (const { part, offered, kind, because, ...outcome } of opened) {
    const { toolCallId } = part;
    if (outcome.ok) {
      settled.asks.push({
        ...named(part),
        ...{ kind, because },
        inputHash: kind === "approval" ? hash(part, offered.tool) : null,
      });
      if (outcome.shown) settled.shown[toolCallId] = outcome.shown;
    } else {
      calls.emit({ type: "tool-output-error", toolCallId, errorText: outcome.error });
      settled.calls.push(row(part, { status: "error", error: outcome.error }));
    }
  }
}

const named = (part: ToolPart) => ({
  toolCallId: part.toolCallId,
  toolName: toolName(part),
  input: part.input ?? null,
});

const row = (part: ToolPart, rest: Partial<Row> & Pick<Row, "status">): Row => ({
  ...named(part),
  output: null,
  error: null,
  durationMs: null,
  ...rest,
});

/** Binds an approval to the very call that was shown, and to the version of a tool whose code can change. */
const hash = (part: ToolPart, { kept }: Tool) =>
  createHash("sha256")
    .update(JSON.stringify([part.toolCallId, toolName(part), part.input ?? null, kept?.version]))
    .digest("hex");

const tooMany = (count: number): Verdict => ({
  error: `${count} calls in one step are too many: the first ${MAX_CALLS} were taken. Call the rest again in the next step, if they are needed.`,
});

const notAfterWeb = (name: string) =>
  `${name} was not run: this conversation has read the web, and the person does not allow it after that. Do without it.`;

const outcomeUnknown = (name: string) =>
  `The server was interrupted while ${name} ran, so whether it took effect is not known. Look before you call it again.`;

const refused = (name: string, reason?: string) =>
  `The person refused this call of ${name}.${reason ? ` They said: ${reason}` : ""} Do not call it again unless they ask for it.`;
