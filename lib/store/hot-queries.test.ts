import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changesOfCalls } from "@/lib/code/history/changes";
import { summarizeRevisions } from "@/lib/code/history/revision-summaries";
import { candidates } from "@/lib/data/documents/candidates";
import { closeAll } from "@/lib/ground/base/process";
import { replace } from "@/lib/ground/base/testing/replaced";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { BLOCK_KINDS, MEMORY_LAYERS } from "@/lib/shared/memory/memory";
import { listAuditCalls, listAuditTools } from "./activity/audit";
import { listRequests } from "./activity/audit-requests";
import { readAway } from "./activity/away";
import { readToolStats } from "./activity/tool-stats";
import { listAgentTools, readAuthoredTools } from "./agents/agent-tools";
import { resolveAgent } from "./agents/agents";
import { deletedComponents, listComponents } from "./agents/components";
import { readFailures, readHints } from "./agents/execution-hints";
import { listExecutions, readExecution, readExecutionStats } from "./agents/executions";
import { admitToken } from "./agents/mcp-tokens";
import { listTriedIn } from "./agents/trials";
import * as connection from "./connection";
import { listPins } from "./conversations/pins";
import { listItems } from "./conversations/summaries";
import { listChangedCollections, listCollections, readBodies } from "./data/documents";
import { countFiles, list } from "./data/files";
import { readImage } from "./data/media";
import { forgetOld } from "./data/old-files";
import { databaseUrl, sql } from "./db";
import { findItems } from "./gallery/items";
import { findEntries } from "./hot/memory-search";
import { readWaitingCalls } from "./loop/calls";
import { conversationJson, earlierJson, readConversation } from "./loop/conversations";
import { purgeOld } from "./loop/deletion";
import { takeOver } from "./loop/leases";
import { claimUnnotifiedAsks, countOpenAsks, listOpenAsks } from "./loop/open-asks";
import { readCall } from "./loop/program-calls";
import { findResponse, findResponsesTo, readTurn } from "./loop/responses";
import { listDueSessionEnds, listRequestedSessionEnds } from "./loop/session-ends";
import { listStuckConversations, orphans } from "./loop/subagent-asks";
import { listSubagents, listUndeliveredResults } from "./loop/subagents";
import { listToolCalls } from "./loop/tool-calls";
import { countArchive, listBlocks, readBlocks } from "./memory/block-list";
import { countFacts, listFacts } from "./memory/fact-list";
import { readSources } from "./memory/fact-sources";
import { readPromptMemory } from "./memory/memory-prompt";
import { listRevisions, readVersion } from "./revisions";
import { listConversations } from "./search/conversation-list";
import { findAround, findTurns } from "./search/message-search";
import { searchConversations } from "./search/search";
import { testDatabase } from "./testing/database";
import { seed } from "./testing/seed";

/**
 * Maximum rows that a step of a hot query may read. A query that needs more has no index or does not use it.
 */
const MAX_ROWS = 2_500;

let agentId: string;
let conversation: string;
/** A conversation of 4,000 messages, of which some have surfaces. */
const long = randomUUID();

const NOBODY = randomUUID();
const response = () => ({
  ...{ id: NOBODY, agentId, tokenId: NOBODY, firstPart: 0, inputHash: "", createdAt: 0 },
  request: { model: "", isStored: true, handlesAsks: false, echo: {} },
});

const EVERYWHERE = { blocks: BLOCK_KINDS, facts: MEMORY_LAYERS };

/** Queries that run on each page view or agent step. Add new ones here, with a higher row limit if needed. */
const HOT: Record<string, (() => Promise<unknown>) | [number, () => Promise<unknown>]> = {
  conversations: () => listConversations(agentId),
  "conversations, far down": async () => listConversations(agentId, { cursor: await farDown() }),
  "conversations of an origin": () => listConversations(agentId, { origin: "job" }),
  "conversations whose session ends": () =>
    listDueSessionEnds(agentId, { origins: ["pulse", "telegram"], at: new Date(), since: new Date(0) }, 20),
  "conversations that were asked to end": () => listRequestedSessionEnds(20),
  "the token of a program": () => admitToken("no such"),
  "the call of a program": () =>
    readCall(randomUUID(), { conversationId: conversation, messageId: "no such" }),
  "responses of a program": () =>
    Promise.all([findResponse(NOBODY, NOBODY), findResponsesTo(NOBODY, "no such")]),
  "the message of a response": () => readTurn({ ...response(), conversationId: long, messageId: "m2000" }),
  "a conversation": () => readConversation(agentId, conversation),
  "a window of a long conversation": [400, () => conversationJson(agentId, long, { limit: 50 })],
  "messages before one of a long conversation": [
    400,
    () => earlierJson(agentId, long, { limit: 50, before: "m2000" }),
  ],
  "helpers of a conversation": () => listSubagents({ agentId, conversationId: conversation }),
  "helpers to repair": () => Promise.all([listStuckConversations(), orphans(), listUndeliveredResults()]),
  "search for a rare word": () => searchConversations(agentId, "own4711"),
  "search for a common word": () => searchConversations(agentId, "bread"),
  "search for a part of one title": () => searchConversations(agentId, "tem4711"),
  "search for a part of all titles": [11_000, () => searchConversations(agentId, "ort")],
  "search for a letter, far down": [
    6_000,
    async () => searchConversations(agentId, "a", { cursor: await farDown() }),
  ],
  pins: () => listPins(agentId),
  history: () => listRevisions(agentId),
  "history of a kind": () => listRevisions(agentId, { kind: "tool" }),
  "history of an item": () => listRevisions(agentId, { kind: "component", name: "Component7" }),
  "history, far down": () => listRevisions(agentId, { cursor: "100" }),
  gists: async () =>
    summarizeRevisions(
      agentId,
      (await listRevisions(agentId)).revisions.map(({ id }) => id),
    ),
  "changes of messages": () =>
    changesOfCalls(agentId, { conversationId: conversation, messageIds: ["m1", "m2"], copyIds: [] }),
  things: () => listItems(agentId, "tool"),
  "the newest version": () => readVersion({ agentId, kind: "component", name: "Component7" }),
  components: () => listComponents(agentId, { limit: 60 }),
  "components, far down": () => listComponents(agentId, { after: "Component990", limit: 60 }),
  gallery: () => gallery(),
  "gallery, far down": () => gallery({ after: { used: new Date(0).toISOString(), tie: "" } }),
  "search in the gallery": () => gallery({ q: "component77" }),
  "deleted components": () => deletedComponents(agentId),
  "own tools": () => listAgentTools(agentId),
  "own tools of a run": () => readAuthoredTools(agentId),
  "own tools of the page": () => readAuthoredTools(agentId, "first"),
  "tool statistics": [8_000, () => readToolStats(agentId)],
  "calls of a tool": () => listToolCalls(agentId, "db_sql"),
  audit: () => listAuditCalls(agentId, {}),
  "audit of a tool": () => listAuditCalls(agentId, { tool: "db_sql" }),
  "audited tools": () => listAuditTools(agentId),
  requests: () => listRequests(agentId, {}),
  "refused requests": () => listRequests(agentId, { verdict: "refused" }),
  "requests of a call": () => listRequests(agentId, { call: [conversation, "m2", "call1"] }),
  "runs of code": () => listExecutions(agentId),
  "failed runs of code": () => listExecutions(agentId, { status: "failed" }),
  "runs of code that failed for one reason": () => listExecutions(agentId, { category: "reference" }),
  "runs of code of a conversation": () => listExecutions(agentId, { conversation }),
  "a run of code": async () => readExecution(agentId, await newestRun()),
  "statistics of code runs": [11_000, () => readExecutionStats(agentId, 7, "Europe/Berlin")],
  "most frequent code errors": [11_000, () => readFailures(agentId, 2)],
  "hints about code errors": () => readHints(agentId),
  files: () => list(agentId),
  images: () => list(agentId, { type: "image" }),
  "number of files": [21_000, () => countFiles(agentId)],
  "an image": async () => readImage(agentId, (await list(agentId, { type: "image" })).files[0]?.id ?? ""),
  "memory blocks": () => listBlocks(agentId),
  "memory blocks, far down": () => listBlocks(agentId, { cursor: "archive:entry5000" }),
  "an entry of the archive": () => readBlocks(agentId, [{ label: "entry77", isArchival: true }]),
  "the number of facts": [11_000, () => countFacts(agentId)],
  "the number of entries of the archive": [11_000, () => countArchive(agentId)],
  "memory of a prompt": () => readPromptMemory(agentId),
  "changes that a trial held or returned": () => listTriedIn(agentId, conversation),
  facts: () => listFacts(agentId),
  "facts of a layer, far down": async () => {
    const { nextCursor } = await listFacts(agentId, { layer: "mid", limit: 500 });
    plans.length = 0;
    return listFacts(agentId, { layer: "mid", cursor: nextCursor });
  },
  "pinned facts": () => listFacts(agentId, { isPinned: true }),
  "the source of a fact": async () => readSources(agentId, (await listFacts(agentId, { limit: 1 })).facts),
  "facts and entries with a word": () => findEntries(agentId, { ...EVERYWHERE, query: "'own4711':*" }, 2_000),
  "facts with one of several words": () =>
    findEntries(agentId, { ...EVERYWHERE, query: "'topic17':* | 'own12':*" }, 2_000),
  "messages with a word": () => findTurns({ agentId }, "'own4711':*", 4_000),
  "messages around a message": () => findAround({ agentId }, [{ conversationId: conversation, id: "m2" }], 3),
  "open asks": () => listOpenAsks(),
  "open asks of an agent, far down": async () => {
    const { nextCursor } = await listOpenAsks({ limit: 500 });
    plans.length = 0;
    return listOpenAsks({ agentId, cursor: nextCursor });
  },
  "number of open asks": () => countOpenAsks(),
  "calls of MCP servers that wait": () =>
    readWaitingCalls([{ conversationId: conversation, messageId: "m", toolCallId: "c" }]),
  "asks without a notification": () => claimUnnotifiedAsks(sql(), 0),
  takeovers: () => takeOver(),
  "documents by equality": () => documentsOf({ email: "p77@example.com" }),
  "documents by any of several values": () =>
    documentsOf({ email: { $in: ["p1@example.com", "p2@example.com"] } }),
  "documents by their ids": () => documentsOf({ _id: { $in: [1, 2, 3] } }),
  "the first documents": () => documentsOf({}, 20),
  "a collection's history": () => listRevisions(agentId, { kind: "collection", name: "ai_many" }),
  collections: () => listCollections(agentId),
  "collections with their last changes": () => listChangedCollections(agentId),
  "activity since the last visit": () => readAway(agentId, new Date(0).toISOString()),
  purging: () => purgeOld(),
  "forgetting files": () => forgetOld(),
};

async function seedLong(): Promise<void> {
  await sql()`
    with c as (
      insert into conversations (id, agent_id, title, identity, updated_at) values (${long}, ${agentId}, 'Long', '', to_timestamp(0)))
    insert into messages (conversation_id, id, agent_id, role, parent_id, active, parts)
    select ${long}, 'm' || n, ${agentId}, case when n % 2 = 0 then 'user' else 'assistant' end, 'm' || n - 1, n % 100 <> 7,
      json_build_array(json_build_object('type', case when n % 500 = 1 then 'tool-render_blocks' else 'text' end, 'text', 'Bread'))
    from generate_series(0, 3999) n`;
}

const gallery = (part: Partial<Parameters<typeof findItems>[0]> = {}) =>
  findItems({
    ...{
      rights: null,
      agentId: undefined,
      memberId: OWNER_ID,
      kind: undefined,
      q: "",
      after: null,
      limit: 49,
    },
    ...part,
  });

async function documentsOf(filter: object, limit?: number): Promise<void> {
  const bodies = readBodies(
    { agentId, collection: "ai_many" },
    candidates(filter),
    limit ?? 2_000,
    limit !== undefined,
  );
  for await (const _ of bodies) if (limit) break;
}

const plans: string[] = [];
const { connect } = connection;
// Postgres sends the plan of each statement as a notice, so it is the plan for the settings and parameters
// that the server uses.
const onnotice = ({ message = "" }: { message?: string }) => void plans.push(message);
replace(connection, { connect: (url, options = {}) => connect(url, { ...options, onnotice }) });

let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  agentId = await resolveAgent();
  const size = {
    conversations: 20_000,
    messages: 2,
    revisions: 13_000,
    components: 1_000,
    tools: 2_000,
    calls: 20_000,
    waiting: 1_000,
    entries: 10_000,
    facts: 10_000,
    executions: 10_000,
  };
  await seed(sql(), agentId, size);
  await sql()`insert into document_collections (agent_id, name, version) values (${agentId}, 'ai_many', 1)`;
  await sql()`
    insert into documents (agent_id, collection, id, body, found)
    select ${agentId}::uuid, 'ai_many', n::text, d::text, d from generate_series(1, 10000) n
    cross join lateral (select jsonb_build_object('_id', n, 'email', 'p' || n || '@example.com') as d) made`;
  await seedLong();
  await sql()`analyze documents, messages`;
  const name = new URL(databaseUrl()).pathname.slice(1);
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    "auto_explain.log_min_duration = 0",
    "auto_explain.log_analyze = on",
    "auto_explain.log_timing = off",
    "auto_explain.log_format = json",
    "client_min_messages = log",
  ])
    await sql().unsafe(`alter database ${name} set ${setting}`);
  await closeAll();
  const [first] = (await listConversations(agentId, { limit: 20 })).conversations.slice(-1);
  conversation = first?.id ?? "";
}, 120_000);
afterAll(() => drop());

test.each(Object.keys(HOT))("%s: uses an index and stays within the row limit", async (name) => {
  plans.length = 0;
  const hot = HOT[name] ?? [];
  const [maxRows, run] = typeof hot === "function" ? [MAX_ROWS, hot] : hot;
  await run?.();
  const steps = plans.flatMap(stepsOf);
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter((step) => isMoreThan(maxRows ?? MAX_ROWS, step)).map(describeStep)).toEqual([]);
});

async function newestRun(): Promise<string> {
  const { executions } = await listExecutions(agentId, { limit: 1 });
  plans.length = 0;
  return executions[0]?.id ?? "";
}

async function farDown(): Promise<string> {
  const [row] = await connect(databaseUrl(), { max: 1 })<{ cursor: string }[]>`
    select (extract(epoch from updated_at) * 1000000)::bigint || '_' || id as cursor from conversations
    order by updated_at, id offset 500 limit 1`;
  plans.length = 0;
  return row?.cursor ?? "";
}

type Step = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: Step[];
};

function stepsOf(notice: string): Step[] {
  const at = notice.indexOf("{");
  if (!notice.startsWith("duration") || at < 0) return [];
  const { Plan } = JSON.parse(notice.slice(at)) as { Plan: Step };
  const below = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(below)];
  return below(Plan);
}

const rowsOf = (step: Step): number =>
  step["Actual Loops"] *
  (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0) + (step["Rows Removed by Join Filter"] ?? 0));

/**
 * Ignores steps that read only an index: bitmap index scans, whose rows count in the next step, and the count of a
 * conversation's messages.
 */
const isMoreThan = (maxRows: number, step: Step): boolean =>
  step["Node Type"] !== "Bitmap Index Scan" && !isCount(step) && rowsOf(step) > maxRows;

const isCount = (step: Step): boolean =>
  step["Node Type"] === "Index Only Scan" &&
  step["Index Name"] === "messages_order" &&
  step["Actual Loops"] === 1;

const describeStep = (step: Step): string =>
  `${step["Node Type"]} ${step["Relation Name"] ?? ""} ${step["Index Name"] ?? ""}: ${rowsOf(step)} rows`;
