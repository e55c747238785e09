import { randomUUID } from "node:crypto";
import { and, eq, sql as raw } from "drizzle-orm";
import type { ISql } from "postgres";
import { conversations, runs } from "@/drizzle/schema";
import { actingMember } from "@/lib/ground/base/acting";
import { bodyOf } from "@/lib/shared/chat/body";
import type { BetweenAgents, Cause, MessageMetadata, Program } from "@/lib/shared/chat/metadata";
import type { ClientRequest } from "@/lib/shared/programs/client";
import { identity } from "@/lib/store/agents/identity";
import { commitAhead } from "@/lib/store/commit";
import { asJson, db, sql } from "@/lib/store/db";
import { addSteering, readObstacle } from "@/lib/store/hot/runs";
import { lastShown, takenAs } from "@/lib/store/message-queries";
import { notUnique } from "@/lib/store/not-unique";
import { identityOrigins, identityThrough, newestLast, written } from "@/lib/store/origins";
import { processId } from "@/lib/store/process-id";
import { purge } from "./deletion";
import { leaseEnd } from "./leases";
import { type ContextRow, context, type RunContext, type StoredMessage } from "./run-context";

export type BeginOutcome =
  | { outcome: "begun"; run: RunContext }
  | { outcome: "busy" | "duplicate" | "foreign" | "ended" | "contact" };

export type Start = {
  agentId: string;
  conversationId: string;
  message: { id: string; parts: unknown };
  title: string;
  /** `provider/model` for a new conversation; null means the default. */
  model?: string | null;
  /** The project of a new conversation. */
  projectId?: string | null;
  /** Phone number of the contact who sends the message; null for the owner. Such a run is unattended. */
  contact?: string | null;
  /** Set if a job sends the message. The run is unattended. */
  firing?: JobRun;
  /** Set if a program calls a tool. The run then calls no model. */
  call?: ProgramCall;
  /** Set if a program sends the message, which the model answers. */
  program?: ProgramMessage;
  /**
   * Set if the agent starts the conversation, to have a program written or to give a task to a subagent or
   * another agent.
   */
  task?: Task;
  result?: Task & { helper: BetweenAgents };
  /** New ids of the run and of its message. Default: random. */
  ids?: RunIds;
};

export type RunIds = { id: string; messageId: string };

export const newRunIds = (): RunIds => ({ id: randomUUID(), messageId: randomUUID() });

export type Task = {
  helper?: BetweenAgents;
  /** Web origins whose text the message may include. */
  origins: readonly string[];
  /** Whether the asking run is unattended. */
  unattended: boolean;
};

export type ProgramCall = {
  program: Program;
  toolCallId: string;
  toolName: string;
  input: unknown;
  /** Web origins whose text the program received earlier. */
  origins: readonly string[];
};

export type ProgramMessage = {
  program: Program;
  client: ClientRequest;
  /** Messages that precede the message in a new conversation, because the program knows them. Oldest first. */
  before: readonly { id: string; role: "user" | "assistant"; parts: unknown }[];
  /** Web origins whose text the program received earlier. */
  origins: readonly string[];
};

export type JobRun = {
  /** Id of a row of `job_runs`. Its status becomes `running`. */
  id: string;
  jobId: string;
  cause: Cause;
  /** Origins of third-party text in the message. */
  origins: readonly string[];
};

/**
 * Stores a user message and starts a run on it, in one statement. Creates the conversation if it is new, and
 * returns the context for the model call. The commit is ahead of the disk: await `isOnDisk` before
 * acknowledging the message. Outcomes: `busy` (a run is live, or the conversation changed concurrently:
 * retry), `duplicate` (the message was stored before), `foreign` (the conversation belongs to another agent),
 * `contact` (the conversation is with another contact, or only one of conversation and message is a
 * contact's), `ended` (the conversation has ended or was asked to end, so use another one). The statement
 * sees messages as of its start. If another statement has changed the conversation's row since then (`xmin`),
 * the outcome is `busy`. This works because every statement that starts a run or shows another branch writes
 * that row.
 */
export async function begin(first: Start): Promise<BeginOutcome> {
  const [row] = await commitAhead((on) => beginOn(on, first, { isNext: true })).catch(notUnique);
  if (row === undefined) return { outcome: await whyNot(first) };
  // If two messages start runs concurrently, the unique index on live runs rejects one of them.
  return row === null ? { outcome: "busy" } : row;
}

/**
 * Starts a run like `begin`. Returns no row if the conversation was deleted, changed concurrently, has ended,
 * or belongs to another agent or contact. `isNext`: also returns no row if the conversation was asked to end.
 * Throws a unique violation if another run started first. Handwritten SQL, because it writes in a CTE.
 */
export async function beginOn(
  on: ISql,
  {
    agentId,
    conversationId,
    message,
    title,
    model,
    projectId = null,
    contact = null,
    firing: jobRun,
    call,
    task,
    result,
    program,
    ids: run = newRunIds(),
  }: Start,
  { isNext }: { isNext: boolean },
): Promise<Exclude<BeginOutcome, { outcome: "foreign" | "ended" | "contact" }>[]> {
  const metadata = metadataOf({ firing: jobRun, call, task, result, program });
  const ofProgram = call ?? program;
  const called = callParts(call);
  const origins = (jobRun ?? ofProgram ?? task ?? result)?.origins;
  const addedOrigins = origins ? written(origins) : sql()`'{}'`;
  const marks = () => sql()`read_web = ${newestLast(sql()`conversations.read_web || excluded.read_web`)},
    read_through = ${newestLast(sql()`conversations.read_through || excluded.read_through`)}`;
  // Job runs can be days apart, so each one starts with the current prompt and notes.
  const renewed =
    (jobRun ?? call)
      ? sql()`, identity = excluded.identity, ${marks()}`
      : (result ?? program)
        ? sql()`, ${marks()}`
        : sql()``;
  const began = ofProgram ? "mcp" : task ? (task.helper ? "agent" : "code") : "chat";
  const origin = contact === null ? began : "whatsapp";
  const [row] = await on<BeginRow[]>`
    with conversation as (
      insert into conversations (id, agent_id, member_id, title, titled_by, origin, contact, model, project_id, identity, read_web, read_through)
      select ${conversationId}, a.id, coalesce(${actingMember()}::uuid, a.member_id), ${title}, ${call || contact ? "person" : "words"}, ${origin}, ${contact}, ${model ?? null}, ${projectId}::uuid, ${identity()}, ${identityOrigins()} || ${addedOrigins}, ${identityThrough()}
      from agents a where a.id = ${agentId}
      on conflict (id) do update set updated_at = now() ${renewed}
        where conversations.agent_id = excluded.agent_id and conversations.deleted_at is null
          and conversations.contact is not distinct from ${contact}
          and conversations.ended_at is null and (conversations.divide_at is null or not ${isNext})
          and conversations.xmin = (select c.xmin from conversations c where c.id = excluded.id)
      returning *
    ), live as (
      select from runs where conversation_id = ${conversationId} and status in ('running', 'waiting')
    ), seen as (
      ${takenAs(conversationId, message.id)}
    ) ${program ? preceding(program.before) : sql()``}, said as (
      insert into messages (conversation_id, id, agent_id, role, parts, body, metadata, parent_id)
      select id, ${message.id}, agent_id, 'user', ${asJson(message.parts)}::json, ${bodyOf(message.parts)},
        ${metadata && asJson(metadata)}::json, coalesce(${lastShown(conversationId)}, ${program?.before.at(-1)?.id ?? null})
      from conversation where not exists (select from live) and not exists (select from seen) ${program ? afterPreceding() : sql()``}
      returning conversation_id, agent_id
    ), r as (
      insert into runs (id, agent_id, conversation_id, message_id, status, lease_owner, lease_until, unattended, job_id, client)
      select ${run.id}, agent_id, conversation_id, ${run.messageId}, 'running', ${processId()}, ${leaseEnd()},
        ${jobRun !== undefined || (task ?? result)?.unattended === true || contact !== null}, ${jobRun?.jobId ?? null}, ${program ? asJson(program.client) : null}::json from said
      returning *
    ), answer as (
      insert into messages (conversation_id, id, agent_id, role, parts, metadata, parent_id)
      select conversation_id, message_id, agent_id, 'assistant', ${asJson(called)}::json,
        ${ofProgram ? asJson(metadata) : null}::json, ${message.id} from r
    ) ${jobRun ? fired(jobRun) : sql()``}
    select exists (select from seen) as seen, ${context()}
    from conversation c left join r on true`;
  if (!row) return [];
  const { seen, ...started } = row;
  if (seen) return [{ outcome: "duplicate" }];
  if (!isStarted(started)) return [{ outcome: "busy" }];
  // Add the messages, because the statement does not see rows that it inserts itself.
  const added: StoredMessage[] = [
    ...(started.history ? [] : (program?.before ?? [])),
    { id: message.id, role: "user", parts: message.parts, metadata },
    { id: run.messageId, role: "assistant", parts: called },
  ];
  const history = [...(started.history ?? []), ...added];
  return [{ outcome: "begun", run: { ...started, ...(ofProgram && { metadata }), history } }];
}

function metadataOf({
  firing: jobRun,
  call,
  task,
  result,
  program,
}: Pick<Start, "firing" | "call" | "task" | "result" | "program">): MessageMetadata | null {
  if (jobRun) return { cause: jobRun.cause };
  const ofProgram = call ?? program;
  if (ofProgram) return { program: ofProgram.program };
  const { helper: subagent } = result ?? task ?? {};
  return subagent ? { helper: subagent } : null;
}

const callParts = (call: ProgramCall | undefined): object[] =>
  call
    ? [
        { type: "step-start" },
        {
          type: `tool-${call.toolName}`,
          toolCallId: call.toolCallId,
          state: "input-available",
          input: call.input,
        },
      ]
    : [];

/**
 * Adds the messages before the first message of a new conversation. Each follows the one before it. JSON is nested as
 * text, because a recordset unescapes nested JSON.
 */
const preceding = (before: ProgramMessage["before"]) => sql()`, preceding as (
  insert into messages (conversation_id, id, agent_id, role, parts, body, parent_id)
  select c.id, b.id, c.agent_id, b.role, b.parts::json, b.body, b.parent from conversation c, json_to_recordset(${asJson(
    before.map(({ id, role, parts }, at) => ({
      ...{ id, role, parts: asJson(parts), body: bodyOf(parts), parent: before[at - 1]?.id ?? null, at },
    })),
  )}::json) as b(id text, role text, parts text, body text, parent text, at int)
  where not exists (select from messages m where m.conversation_id = c.id)
  order by b.at
  returning id
)`;

/** Postgres runs a writing CTE that no other refers to at the end, so that its messages would get the last positions. */
const afterPreceding = () => sql()`and (select count(*) from preceding) >= 0`;

const fired = ({ id }: JobRun) => sql()`, fired as (
  update job_runs f set status = 'running', run_id = r.id, conversation_id = r.conversation_id, started_at = now()
  from r where f.id = ${id}
)`;

/**
 * Finds out why `beginOn` returned no row: the conversation belongs to another agent or contact, was deleted,
 * has ended, or changed concurrently.
 */
async function whyNot({
  agentId,
  conversationId,
  message,
  result,
  contact = null,
}: Start): Promise<"foreign" | "contact" | "busy" | "duplicate" | "ended"> {
  const [there] = await readObstacle(conversationId, message.id);
  if (there && there.agentId !== agentId) return "foreign";
  if (there && there.contact !== contact) return "contact";
  // A user message to a deleted conversation starts a new one with the same id. A subagent's result does not.
  if (there?.isDeleted && !result) await purge(conversationId);
  else if (there?.hasEnded) return there.isSeen ? "duplicate" : "ended";
  return "busy";
}

type BeginRow = { [K in keyof ContextRow]: ContextRow[K] | null } & { seen: boolean };

const isStarted = (row: Omit<BeginRow, "seen">): row is ContextRow => row.id !== null;

/**
 * Adds a message to the running run. Returns false if no run is running or the message was already stored.
 */
export async function steer({
  agentId,
  conversationId,
  message,
  result,
  contact = null,
}: Omit<Start, "title">): Promise<boolean> {
  const there = db()
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        eq(conversations.id, conversationId),
        raw`${conversations.contact} is not distinct from ${contact}`,
      ),
    );
  return sql().begin(async (tx) => {
    // The lock makes concurrent messages wait, so that each one follows the previous one.
    const [run] = await db(tx)
      .select({ id: runs.id })
      .from(runs)
      .where(
        and(
          ...[eq(runs.conversationId, conversationId), eq(runs.agentId, agentId)],
          raw`${runs.status} = 'running' and exists ${there}`,
        ),
      )
      .for("update");
    if (!run) return false;
    const steering = { message, metadata: metadataOf({ result }), origins: result?.origins ?? null };
    const inserted = await addSteering(tx, { agentId, conversationId }, steering, run.id);
    return inserted.length > 0;
  });
}

export async function requestStop(runId: string): Promise<void> {
  await db()
    .update(runs)
    .set({ stopRequested: raw`now()` })
    .where(and(eq(runs.id, runId), eq(runs.status, "running")));
}
