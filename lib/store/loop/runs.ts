import { randomUUID } from "node:crypto";
import { and, eq, sql as raw } from "drizzle-orm";
import type { ISql } from "postgres";
import { conversations, runs } from "@/drizzle/schema";
import { bodyOf } from "@/lib/shared/chat/body";
import type { BetweenAgents, Cause, MessageMetadata, Program } from "@/lib/shared/chat/metadata";
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

export type Begun =
  | { outcome: "begun"; run: RunContext }
  | { outcome: "busy" | "duplicate" | "foreign" | "ended" | "contact" };

export type Start = {
  agentId: string;
  conversationId: string;
  message: { id: string; parts: unknown };
  title: string;
  /** `provider/model` of a conversation that begins with this message; null means the default. */
  model?: string | null;
  /** A contact says it, who is not the owner, and nobody sits before it. */
  contact?: string | null;
  /** A job says it, and nobody sits before it. */
  firing?: Firing;
  /** A program makes a call, and no model is asked. */
  call?: ProgramCall;
  /** The agent itself wants a program written, or another one or a helper asked: a new conversation. */
  task?: Task;
  /** What came of a helper. */
  result?: Task & { helper: BetweenAgents };
};

export type Task = {
  /** Who asks, of a helper. */
  helper?: BetweenAgents;
  /** Origins on the web whose text may be in the message. */
  origins: readonly string[];
  /** Nobody sits before the run that wants it. */
  unattended: boolean;
};

export type ProgramCall = {
  program: Program;
  toolCallId: string;
  toolName: string;
  input: unknown;
  /** Origins on the web whose text the program was given before. */
  origins: readonly string[];
};

export type Firing = {
  /** Its row, which says from now on that it runs. */
  id: string;
  jobId: string;
  /** Why the message is there. */
  cause: Cause;
  /** Where the text of strangers in it comes from. */
  origins: readonly string[];
};

/**
 * Takes a person's message and starts a run on it, in one statement: the conversation is made if it is new, message
 * and run stand or fall together, and all that the model call needs comes back with it. Committed ahead: whoever says
 * that the message was taken waits for `isOnDisk`.
 * `busy`: a run is live already, or something happened meanwhile; `duplicate`: the message was taken before; `foreign`:
 * another agent's conversation; `contact`: it is a contact's, and another one says it; `ended`: it has, or was asked to and nothing keeps it from that, so another one goes on.
 *
 * It sees the messages as they were when it began, so the conversation's row must be of that time, too (`xmin`): whoever
 * starts a run or shows another branch writes that row.
 */
export async function begin(first: Start): Promise<Begun> {
  const [row] = await commitAhead((on) => beginOn(on, first, { isNext: true })).catch(notUnique);
  if (row === undefined) return { outcome: await whyNot(first) };
  // Two messages at the same moment: the index on live runs lets one through, the other finds it there.
  return row === null ? { outcome: "busy" } : row;
}

/**
 * Gives no row where there is no such conversation any more, or it has changed or ended; throws where another run was faster.
 * `isNext`: nor where it was asked to end. By hand: it writes in a CTE.
 */
export async function beginOn(
  on: ISql,
  { agentId, conversationId, message, title, model, contact = null, firing, call, task, result }: Start,
  { isNext }: { isNext: boolean },
): Promise<Exclude<Begun, { outcome: "foreign" | "ended" | "contact" }>[]> {
  const run = { id: randomUUID(), messageId: randomUUID() };
  const metadata = metadataOf({ firing, call, task, result });
  const called = callParts(call);
  const brought = written((firing ?? call ?? task ?? result)?.origins ?? []);
  const marks = sql()`read_web = ${newestLast(sql()`conversations.read_web || excluded.read_web`)},
    read_through = ${newestLast(sql()`conversations.read_through || excluded.read_through`)}`;
  // Days may lie between two firings: each begins with the prompt and the notes as they are now.
  const renewed =
    (firing ?? call) ? sql()`, identity = excluded.identity, ${marks}` : result ? sql()`, ${marks}` : sql()``;
  const began = call ? "mcp" : task ? (task.helper ? "agent" : "code") : "chat";
  const origin = contact === null ? began : "whatsapp";
  const [row] = await on<BeginRow[]>`
    with conversation as (
      insert into conversations (id, agent_id, title, titled_by, origin, contact, model, identity, read_web, read_through)
      select ${conversationId}, a.id, ${title}, ${call || contact ? "person" : "words"}, ${origin}, ${contact}, ${model ?? null}, ${identity()}, ${identityOrigins()} || ${brought}, ${identityThrough()}
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
    ), said as (
      insert into messages (conversation_id, id, agent_id, role, parts, body, metadata, parent_id)
      select id, ${message.id}, agent_id, 'user', ${asJson(message.parts)}::json, ${bodyOf(message.parts)},
        ${metadata && asJson(metadata)}::json, ${lastShown(conversationId)}
      from conversation where not exists (select from live) and not exists (select from seen)
      returning conversation_id, agent_id
    ), r as (
      insert into runs (id, agent_id, conversation_id, message_id, status, lease_owner, lease_until, unattended, job_id)
      select ${run.id}, agent_id, conversation_id, ${run.messageId}, 'running', ${processId()}, ${leaseEnd()},
        ${firing !== undefined || (task ?? result)?.unattended === true || contact !== null}, ${firing?.jobId ?? null} from said
      returning *
    ), answer as (
      insert into messages (conversation_id, id, agent_id, role, parts, metadata, parent_id)
      select conversation_id, message_id, agent_id, 'assistant', ${asJson(called)}::json,
        ${call ? asJson(metadata) : null}::json, ${message.id} from r
    ) ${firing ? fired(firing) : sql()``}
    select exists (select from seen) as seen, ${context()}
    from conversation c left join r on true`;
  if (!row) return [];
  const { seen, ...started } = row;
  if (seen) return [{ outcome: "duplicate" }];
  if (!isStarted(started)) return [{ outcome: "busy" }];
  // The statement reads the table as it was before it: what it wrote comes after.
  const added: StoredMessage[] = [
    { id: message.id, role: "user", parts: message.parts, metadata },
    { id: run.messageId, role: "assistant", parts: called },
  ];
  const history = [...(started.history ?? []), ...added];
  return [{ outcome: "begun", run: { ...started, ...(call && { metadata }), history } }];
}

function metadataOf({
  firing,
  call,
  task,
  result,
}: Pick<Start, "firing" | "call" | "task" | "result">): MessageMetadata | null {
  if (firing) return { cause: firing.cause };
  if (call) return { program: call.program };
  const { helper } = result ?? task ?? {};
  return helper ? { helper } : null;
}

/** A message as a model leaves it that has made this call. */
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

const fired = ({ id }: Firing) => sql()`, fired as (
  update job_runs f set status = 'running', run_id = r.id, conversation_id = r.conversation_id, started_at = now()
  from r where f.id = ${id}
)`;

/** A conversation that gave no row: it is another agent's, was deleted, has ended, or changed while the statement waited for it. */
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
  // Whoever says something to a deleted conversation makes a new one of that id; what came of a helper does not.
  if (there?.isDeleted && !result) await purge(conversationId);
  else if (there?.hasEnded) return there.isSeen ? "duplicate" : "ended";
  return "busy";
}

type BeginRow = { [K in keyof ContextRow]: ContextRow[K] | null } & { seen: boolean };

const isStarted = (row: Omit<BeginRow, "seen">): row is ContextRow => row.id !== null;

/** Puts a message before the running run; false when there is none any more, or the message was taken already. */
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
    // One after the other: each message follows the one before.
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
    const said = await addSteering(tx, { agentId, conversationId }, steering, run.id);
    return said.length > 0;
  });
}

/** Tells the owner of a running run to stop. */
export async function requestStop(runId: string): Promise<void> {
  await db()
    .update(runs)
    .set({ stopRequested: raw`now()` })
    .where(and(eq(runs.id, runId), eq(runs.status, "running")));
}
