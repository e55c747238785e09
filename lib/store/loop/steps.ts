import { randomUUID } from "node:crypto";
import { and, asc, eq, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ISql } from "postgres";
import { conversations, messages, runs } from "@/drizzle/schema";
import { bodyOf } from "@/lib/shared/chat/body";
import type { MessageMetadata, RefusedBy } from "@/lib/shared/chat/metadata";
import type { ApprovalReason } from "@/lib/shared/tools/approval-reason";
import type { CallState } from "@/lib/shared/tools/calls";
import { identity } from "@/lib/store/agents/identity";
import { settingOf } from "@/lib/store/agents/settings";
import { commitAhead } from "@/lib/store/commit";
import { asJson, db, prepareOnce, sql } from "@/lib/store/db";
import { type ModelCallRow, recorded } from "@/lib/store/hot/model-calls";
import { turnRun } from "@/lib/store/hot/runs";
import { identityOrigins, identityThrough, newestLast, written } from "@/lib/store/origins";
import type { AskRow } from "@/lib/store/rows";
import type { Sql } from "@/lib/store/sql-fragments";
import { leaseEnd } from "./leases";
import type { RunContext, RunError, RunStatus, StoredMessage } from "./run-context";

export type StepSave = {
  run: Pick<RunContext, "id" | "agentId" | "conversationId" | "messageId" | "attempt" | "helper">;
  parts: readonly unknown[];
  /** Number of parts at the beginning that are already stored. Only the others are sent to the database. */
  stored: number;
  metadata: MessageMetadata;
  /**
   * The model call of this step. Pass it only with the first save of the step, because each save counts it.
   */
  modelCall: ModelCallRow | null;
  /**
   * New status of the run. If it would complete, fail or wait but a user message has arrived in the meantime,
   * the run keeps running. `stopped` always ends it.
   */
  status: RunStatus;
  error?: RunError;
  /** Whether the conversation switches to the current system prompt and learned notes. */
  renewsIdentity?: boolean;
  readWeb?: string[];
  /** As `origin kind name`, for origins of text that was read from stored items. */
  readThrough?: string[];
  steps: number;
  inputTokens: number;
  outputTokens: number;
  activeMs: number;
  asks: (Pick<AskRow, "toolCallId" | "toolName" | "kind" | "input" | "inputHash" | "awaits"> & {
    because: ApprovalReason | null;
    /** The result of the call, for an ask that only displays something and awaits no answer. */
    shownOnly?: unknown;
  })[];
  calls: {
    toolCallId: string;
    parentToolCallId?: string;
    toolName: string;
    input: unknown;
    status: CallState;
    output: unknown;
    error: string | null;
    durationMs: number | null;
    logs?: string[];
    /** The rule that refused the call. Stored in the metadata of the message. */
    refusedBy?: RefusedBy;
  }[];
};

export type Saved = {
  status: RunStatus;
  pending: number;
  stopRequested: boolean;
  approvedTools: string[];
  readWeb: string[];
  readThrough: string[];
  /** The renewed identity; null unless `renewsIdentity` was set. */
  identity: string | null;
  budget: unknown;
};

/**
 * Saves a step in one statement: message, run, asks and tool calls. Returns null if the run no longer belongs
 * to this attempt; then the chunks since the last save are void. With `isAhead` it does not wait for the disk
 * (see `isOnDisk`), so that the model's next step can begin. Handwritten SQL, because it writes in a CTE.
 */
export async function saveStep({
  isAhead = false,
  ...step
}: StepSave & { isAhead?: boolean }): Promise<Saved | null> {
  const write = (on: ISql) => saveOn(on, step);
  return isAhead ? commitAhead(write) : write(sql());
}

async function saveOn(on: ISql, { run, ...step }: StepSave): Promise<Saved | null> {
  const ended = step.status !== "running" && step.status !== "waiting";
  // Such asks stay open despite a pending message, because the message may be their answer: the user hands
  // the browser back, or the subagent's result arrives.
  const staysOpen = step.asks.some(
    ({ because }) => because?.kind === "browser" || because?.kind === "helper",
  );
  const yields =
    step.status === "completed" || step.status === "failed" || (step.status === "waiting" && !staysOpen);
  const goesOn = sql()`${yields} and pending > 0`;
  const { modelCall: spent, renewsIdentity = false, readWeb = [], readThrough = [] } = step;
  const hasRead = readWeb.length > 0 || renewsIdentity;
  const renewed = (marks: Sql) =>
    renewsIdentity ? sql()`|| (select ${marks} from agents a where a.id = c.agent_id)` : sql()``;
  const added = asJson(step.parts.slice(step.stored));
  const [saved] = await on<Saved[]>`
    with r as (
      update runs set
        status = case when ${goesOn} then 'running' else ${step.status} end,
        steps = ${step.steps}, input_tokens = ${step.inputTokens}, output_tokens = ${step.outputTokens},
        active_ms = ${step.activeMs}, crashes = 0, lease_until = ${leaseEnd()},
        error = case when not (${goesOn}) then ${step.error ? asJson(step.error) : null}::json end,
        ended_at = case when ${ended} and not (${goesOn}) then now() end
      where id = ${run.id} and attempt = ${run.attempt} and status = 'running'
      returning status, pending, stop_requested is not null as "stopRequested", unattended, job_id
    ), message as (
      update messages set parts = (
        select coalesce(json_agg(part order by nth), '[]') from (
          select part, nth from json_array_elements(parts) with ordinality as before(part, nth) where nth <= ${step.stored}
          union all
          select part, ${step.stored} + nth from json_array_elements(${added}::json) with ordinality as added(part, nth)
        ) whole), body = ${bodyOf(step.parts)}, metadata = ${asJson(step.metadata)}::json
      where conversation_id = ${run.conversationId} and id = ${run.messageId} and exists (select from r)
    ), asked as (
      insert into asks (conversation_id, message_id, agent_id, run_id, tool_call_id, tool_name, kind, input, input_hash, because, awaits, status, output, created_at)
      select ${run.conversationId}, ${run.messageId}, ${run.agentId}, ${run.id}, "toolCallId", "toolName", kind, input::json,
        "inputHash", because::json, awaits, status, output::json, now() + nth * interval '1 microsecond'
      from json_to_recordset(${asJson(step.asks.map(askRow))}::json)
        as ask("toolCallId" text, "toolName" text, kind text, input text, "inputHash" text, because text, awaits boolean, status text, output text, nth int)
      where exists (select from r)
      on conflict (conversation_id, message_id, tool_call_id) do update
      set kind = excluded.kind, input = excluded.input, input_hash = excluded.input_hash, because = excluded.because,
        awaits = excluded.awaits, status = excluded.status, output = excluded.output, answered_by = null, answered_at = null
    ), called as (
      insert into tool_calls (conversation_id, message_id, agent_id, run_id, tool_call_id, parent_tool_call_id, tool_name, input, status, output, error, duration_ms, logs)
      select ${run.conversationId}, ${run.messageId}, ${run.agentId}, ${run.id}, "toolCallId", "parentToolCallId", "toolName", input::json, status,
        output::json, error, "durationMs", logs::json
      from json_to_recordset(${asJson(step.calls.map(callRow))}::json)
        as call("toolCallId" text, "parentToolCallId" text, "toolName" text, input text, status text, output text, error text, "durationMs" int, logs text)
      where exists (select from r)
      on conflict (conversation_id, message_id, tool_call_id) do update
      set input = excluded.input, status = excluded.status, output = excluded.output, error = excluded.error,
        duration_ms = excluded.duration_ms, logs = excluded.logs
    ), touched as (
      update conversations c set
        updated_at = case when ${step.status !== "running"} then now() else updated_at end,
        identity = case when ${renewsIdentity} then (select ${identity()} from agents a where a.id = c.agent_id) else identity end,
        read_web = case when ${hasRead} then ${newestLast(sql()`c.read_web || ${written(readWeb)} ${renewed(identityOrigins())}`)} else read_web end,
        read_through = case when ${hasRead} then ${newestLast(sql()`c.read_through || ${written(readThrough)} ${renewed(identityThrough())}`)} else read_through end
      where id = ${run.conversationId} and ${step.status !== "running" || renewsIdentity || hasRead} and exists (select from r)
      returning identity, read_web, read_through
    ), ${recorded({ agentId: run.agentId, payers: run.helper?.payers }, spent, sql()`select unattended, job_id from r`)}
    select r.status, r.pending, r."stopRequested", to_json(c.approved_tools) as "approvedTools",
      to_json(coalesce((select read_web from touched), c.read_web)) as "readWeb",
      to_json(coalesce((select read_through from touched), c.read_through)) as "readThrough",
      (select identity from touched where ${renewsIdentity}) as identity,
      ${settingOf(sql()`${run.agentId}`, "budget")} as budget
    from r join conversations c on c.id = ${run.conversationId}`;
  return saved ?? null;
}

/*
 * Rows are passed as a JSON recordset. Postgres unescapes their values, and rejects the lone surrogates and
 * U+0000 that models write. Therefore nested JSON is passed as text, and strings are cleaned.
 */

/** The index `nth` shifts created_at by a microsecond, so that the asks of a step are ordered. */
const askRow = ({ shownOnly, ...ask }: StepSave["asks"][number], nth: number) => ({
  ...ask,
  status: shownOnly === undefined ? "open" : "closed",
  output: shownOnly === undefined ? null : asJson(shownOnly),
  input: asJson(ask.input),
  because: ask.because && asJson(ask.because),
  nth,
});

const callRow = ({ input, output, error, logs, ...rest }: StepSave["calls"][number]) => ({
  ...rest,
  input: asJson(input),
  output: asJson(output),
  error: error?.replaceAll("\0", "\uFFFD").toWellFormed(),
  logs: logs?.length ? asJson(logs) : null,
});

type Writing = Pick<RunContext, "conversationId" | "messageId">;

/** Query for user messages that arrived while the run wrote its message. */
const newMessagesQuery = prepareOnce((on) => {
  const { id, role, parts, metadata, position, conversationId, active } = messages;
  const own = alias(messages, "own_message");
  const since = on
    .select({ position: own.position })
    .from(own)
    .where(
      and(
        eq(own.conversationId, raw.placeholder("conversationId")),
        eq(own.id, raw.placeholder("messageId")),
      ),
    );
  return on
    .select({
      ...{ id, role, parts },
      metadata: raw<StoredMessage["metadata"]>`case when ${metadata} is not null
        then json_build_object('cause', ${metadata}->'cause', 'helper', ${metadata}->'helper') end`,
    })
    .from(messages)
    .where(
      and(
        ...[eq(conversationId, raw.placeholder("conversationId")), active, eq(role, "user")],
        raw`${position} > ${since}`,
      ),
    )
    .orderBy(asc(position))
    .prepare("said");
});

export const readNewUserMessages = ({ conversationId, messageId }: Writing): Promise<StoredMessage[]> =>
  newMessagesQuery().execute({ conversationId, messageId });

/**
 * Ends the current message and starts the next one, which answers the user messages that arrived in the
 * meantime. Returns these messages, or null if the run no longer belongs to this attempt.
 */
export async function turnPage(
  run: RunContext,
): Promise<
  ({ messageId: string; said: StoredMessage[] } & Pick<RunContext, "readWeb" | "readThrough">) | null
> {
  const next = randomUUID();
  const { id, conversationId, messageId } = run;
  const { readWeb, readThrough } = conversations;
  return sql().begin(async (tx) => {
    // The lock keeps further messages out from this read until `pending` is reset.
    const [locked] = await db(tx)
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.id, id), eq(runs.attempt, run.attempt), eq(runs.status, "running")))
      .for("update");
    if (!locked) return null;
    const news = await newMessagesQuery(tx).execute({ conversationId, messageId });
    await turnRun(tx, run, next, news.at(-1)?.id ?? messageId);
    // Read the origins again, because the result of a subagent may include web text.
    const [read] = await db(tx)
      .select({ readWeb, readThrough })
      .from(conversations)
      .where(eq(conversations.id, conversationId));
    return {
      ...{ messageId: next, said: news },
      ...(read ?? { readWeb: run.readWeb, readThrough: run.readThrough }),
    };
  });
}
