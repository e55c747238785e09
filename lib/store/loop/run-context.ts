import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import { type AuthoredTool, authoredTools } from "@/lib/store/agents/agent-tools";
import { componentsOf, type NamedComponent } from "@/lib/store/agents/components";
import { type PromptJob, promptJobs } from "@/lib/store/agents/jobs";
import { settingsOf } from "@/lib/store/agents/settings";
import { sql } from "@/lib/store/db";
import { type PromptMemory, promptMemory } from "@/lib/store/memory/memory-prompt";
import type { Conversation, MessageRow, Run, SubagentRow } from "@/lib/store/rows";
import { fixed, type Sql } from "@/lib/store/sql-fragments";

export type RunStatus = Run["status"];
export type RunError = NonNullable<Run["error"]>;

export type StoredMessage = Pick<MessageRow, "id" | "role" | "parts"> & {
  /** Origin of a user message that the user did not write. */
  metadata?: Pick<MessageMetadata, "cause" | "helper" | "imported"> | null;
};

/** SQL for the `metadata` of a `StoredMessage`, from a message `m`. */
const writerOf = () => sql()`case when m.role = 'user' and m.metadata is not null
  then json_build_object('cause', m.metadata->'cause', 'helper', m.metadata->'helper', 'imported', m.metadata->'imported') end`;

/** Everything that a run needs to continue, read by the statement that starts it. */
export type RunContext = Pick<
  Run,
  | "id"
  | "agentId"
  | "conversationId"
  | "messageId"
  | "attempt"
  | "crashes"
  | "steps"
  | "inputTokens"
  | "outputTokens"
  | "activeMs"
  | "pending"
  | "unattended"
  | "jobId"
  | "client"
> &
  Pick<
    Conversation,
    | "memberId"
    | "origin"
    | "contact"
    | "projectId"
    | "identity"
    | "model"
    | "successors"
    | "approvedTools"
    | "readWeb"
    | "readThrough"
  > & {
    /** Set if this conversation is a subagent whose result was not delivered to its parent yet. */
    helper: (Pick<SubagentRow, "depth" | "payers"> & { askers: Parent[] }) | null;
    settings: Record<string, unknown> | null;
    authoredTools: AuthoredTool[] | null;
    components: NamedComponent[] | null;
    /** Enabled jobs, and the pulse even if it is disabled. */
    jobs: PromptJob[] | null;
    memory: PromptMemory | null;
    metadata: MessageMetadata | null;
    lastContext: MessageMetadata["context"];
    /** Oldest first; includes the run's own assistant message. */
    history: StoredMessage[];
  };

/** A conversation that started a subagent. Lists begin with the direct parent. */
export type Parent = { agentId: string; conversationId: string };

export type ContextRow = Omit<RunContext, "history"> & { history: StoredMessage[] | null };

export const promptColumns = (agentId: Sql, projectId: Sql) => sql()`
  ${settingsOf(agentId)} as settings, ${authoredTools(agentId)} as "authoredTools", ${componentsOf(agentId)} as components,
  ${promptJobs(agentId)} as jobs, ${promptMemory(agentId, projectId)} as memory`;

export const context = fixed(
  () => sql()`
  r.id, r.conversation_id as "conversationId", r.message_id as "messageId", r.attempt, r.crashes, r.steps, r.pending,
  r.input_tokens as "inputTokens", r.output_tokens as "outputTokens", r.active_ms as "activeMs",
  r.unattended, r.job_id as "jobId", r.client, c.agent_id as "agentId", c.member_id as "memberId", c.origin, c.contact, c.project_id as "projectId", c.identity, c.model, to_json(c.successors) as successors, to_json(c.approved_tools) as "approvedTools",
  to_json(c.read_web) as "readWeb", to_json(c.read_through) as "readThrough",
  (select json_build_object('depth', h.depth, 'payers', h.payers, 'askers', (select json_agg(json_build_object(
      'agentId', a.asker_agent_id, 'conversationId', a.asker_conversation_id) order by a.depth desc)
      from helpers a where a.settled_at is null and a.conversation_id in (h.conversation_id, h.asker_conversation_id)))
    from helpers h where h.conversation_id = c.id and h.settled_at is null) as helper,
  ${promptColumns(sql()`c.agent_id`, sql()`c.project_id`)},
  (select m.metadata from messages m where m.conversation_id = c.id and m.id = r.message_id) as metadata,
  (select m.metadata->'context' from messages m where m.conversation_id = c.id and m.active and m.role = 'assistant'
    and m.metadata->'context' is not null order by m.position desc limit 1) as "lastContext",
  (select json_agg(json_build_object('id', m.id, 'role', m.role, 'parts', m.parts, 'metadata', ${writerOf()}) order by m.position)
    from messages m where m.conversation_id = c.id and m.active) as history`,
);
