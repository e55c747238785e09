import { toolsOfBundle } from "@/lib/code/components/uses";
import { readTablesOf } from "@/lib/data/sqlite/index";
import { isOfDocuments, isQuery, isSql, type Query, queryText } from "@/lib/shared/blocks/live";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { field, isRecord, type ToolPart } from "@/lib/shared/chat/parts";
import { lineOf, webAddress } from "@/lib/shared/chat/web-address";
import { pageTitle } from "@/lib/shared/chat/wording";
import type { Step } from "@/lib/shared/why/contract";
import type { ConversationRef } from "@/lib/store/loop/branches";
import {
  lastChangeOf,
  readCallTime,
  readHelper,
  readNestedCalls,
  readNewest,
  versionAt,
  type WhyMessage,
} from "@/lib/store/loop/why";
import { finderOf, type Match } from "./match";
import { type ResultRecord, recordsOf } from "./records";
import { openingOf, type Source, sourcesOf } from "./sources";
import type { Subject } from "./subject";

/** Calls of code, and messages of a helper, that are looked through. */
const MAX_NESTED = 50;
const MAX_HELPER_MESSAGES = 10;
const MAX_DEPTH = 3;
const MAX_SHOWN_CELLS = 8;
const MAX_CELL_CHARS = 80;
/** Time to name the tables of a query or the tools of a component, for which a process may have to start. */
const NAMES_MS = 80;

type Candidate = { source: Source; match: Match };
type Context = {
  of: ConversationRef;
  subject: Subject | undefined;
  mayEnter: (agentId: string) => boolean | Promise<boolean>;
  depth?: number;
};

/** Returns the causes of a value in a source, newest first. */
export async function stepsOf({ source, match }: Candidate, context: Context): Promise<Step[]> {
  const { message } = source;
  const { conversationId } = context.of;
  if (source.kind === "helper") return helperSteps(source.conversationId, context);
  if (source.kind === "user")
    return [
      {
        ...{ kind: "message", conversationId, messageId: message.id, by: source.by },
        text: source.by === "user" ? openingOf(message) : "",
        at: message.createdAt,
      },
    ];
  const { tool, web, through } = source;
  const { toolCallId, toolName } = tool;
  const at = (await readCallTime(context.of, message.id, toolCallId)) ?? message.createdAt;
  const call: Step = {
    ...{ kind: "call", conversationId, messageId: message.id, toolCallId },
    ...{ tool: toolName, at },
  };
  const [queried, found, version] = await Promise.all([
    queryIn(context.of.agentId, tool, match.record, at),
    resultSteps(source, match.record, context),
    toolVersion(context.of.agentId, toolName, at),
  ]);
  const marks = web.length > 0 || through.length > 0;
  return [
    call,
    ...queried,
    ...found,
    ...(marks ? [{ kind: "origin" as const, origins: web, through }] : []),
    ...version,
    ...costOf(conversationId, message),
  ];
}

async function toolVersion(agentId: string, name: string, at: string): Promise<Step[]> {
  const found = factsOfTool(name) ? undefined : await versionAt(agentId, "tool", name, at);
  return found ? [{ kind: "version", of: "tool", name, ...found }] : [];
}

/** Returns the origin of a record of a result: a page, a file, memory, or a call that code made. */
async function resultSteps(
  { tool, message, open }: Extract<Source, { kind: "call" }>,
  record: ResultRecord | undefined,
  context: Context,
): Promise<Step[]> {
  const { toolName, input, output, toolCallId } = tool;
  const facts = factsOfTool(toolName);
  if (facts?.gives === "helper") return helperSteps(field(output, "conversation_id"), context);
  if (!facts || facts.intent === "runCode" || facts.gives === "program") {
    const called = await nestedSteps(message, toolCallId, context);
    return called.length > 0 ? called : pageStep(cellOf(record, "url"), cellOf(record, "title"));
  }
  if (facts.recalls) return memorySteps(facts.recalls, input, output, record, context.of);
  if (facts.cites === "address")
    return pageStep(field(output, "url") ?? field(input, "url"), pageTitle(output));
  if (facts.cites === "open page") return pageStep(open, undefined);
  if (facts.gives === "links") return pageStep(cellOf(record, "url"), cellOf(record, "title"));
  const file = field(input, "file_id");
  return file === undefined ? [] : fileStep(file, output, record);
}

function pageStep(url: string | undefined, title: string | undefined): Step[] {
  const address = webAddress(url);
  return address ? [{ kind: "page", url: address.href, title: lineOf(title) || address.host }] : [];
}

/** Returns the file of a text with places, and the place before the line. */
function fileStep(id: string, output: unknown, record: ResultRecord | undefined): Step[] {
  const places = isRecord(output) && isRecord(output.places) ? Object.entries(output.places) : [];
  const lines = (field(output, "text") ?? "").split("\n").slice(0, (record?.line ?? 0) + 1);
  const marks = new Map(places.map(([place, link]) => [`[${place}]`, { place, link: `${link}` }]));
  const line = lines.findLast((one) => marks.has(one));
  const [first] = places;
  const at = marks.get(line ?? "") ?? (first && { place: first[0], link: `${first[1]}` });
  const fileId = at ? (idIn(at.link) ?? id) : (idIn(id) ?? id);
  return [
    {
      ...{ kind: "file", id: fileId, name: field(output, "name") ?? "", place: at?.place ?? "" },
      link: at?.link ?? `/files/${fileId}`,
    },
  ];
}

const idIn = (link: string): string | undefined =>
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(link)?.[0];

function memorySteps(
  recalls: "facts" | "results" | "entry",
  input: unknown,
  output: unknown,
  record: ResultRecord | undefined,
  { conversationId: here }: ConversationRef,
): Step[] {
  if (recalls === "entry") {
    const label = field(input, "label");
    return label === undefined ? [] : [{ kind: "memory", of: "archive", name: label }];
  }
  const fact = cellOf(record, recalls === "facts" ? "id" : "memory_id");
  if (fact !== undefined) return [{ kind: "memory", of: "fact", name: fact }];
  const file = cellOf(record, "file_id");
  if (file !== undefined)
    return [
      {
        ...{
          kind: "file",
          id: file,
          name: cellOf(record, "name") ?? "",
          place: cellOf(record, "place") ?? "",
        },
        link: cellOf(record, "link") ?? `/files/${file}`,
      },
    ];
  const messageId = cellOf(record, "message_id");
  if (messageId !== undefined)
    return [
      {
        ...{
          kind: "message",
          conversationId: cellOf(record, "conversation_id") ?? here,
          messageId,
          by: "agent",
        },
        ...{ text: cellOf(record, "title") ?? "", at: cellOf(record, "created_at") ?? null },
      },
    ];
  const label = cellOf(record, "label") ?? field(output, "label");
  return label === undefined ? [] : [{ kind: "memory", of: "archive", name: label }];
}

/** Returns a text field of the record, or of the object around it. */
function cellOf(record: ResultRecord | undefined, key: string): string | undefined {
  for (let at = record; at; at = at.around) {
    const value = at.cells.find((cell) => cell.key === key)?.value;
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** Finds the value in the results of the calls that code has made. */
async function nestedSteps(message: WhyMessage, toolCallId: string, context: Context): Promise<Step[]> {
  const { of, subject } = context;
  if (!subject) return [];
  const { find } = finderOf(subject);
  const calls = await readNestedCalls(of, message.id, toolCallId, MAX_NESTED);
  const matches = calls.flatMap((call) => {
    const match = find(recordsOf(call.output));
    return match ? [{ call, match }] : [];
  });
  const [best] = matches.sort((one, other) => other.match.score - one.match.score);
  if (!best) return [];
  const { match } = best;
  const { at, ...call } = best.call;
  const tool = {
    ...call,
    state: "output-available" as const,
    ...{ errorText: undefined, isApproved: undefined, edited: undefined },
  };
  const source: Extract<Source, { kind: "call" }> = {
    kind: "call",
    message,
    result: call.output,
    tool,
    web: [],
    through: [],
  };
  return [
    {
      ...{
        kind: "call",
        conversationId: of.conversationId,
        messageId: message.id,
        toolCallId: call.toolCallId,
      },
      ...{ tool: call.toolName, parentToolCallId: toolCallId, at },
    },
    ...(await queryIn(of.agentId, call, match.record, at)),
    // Calls of a call of code have a longer id, so they were compared, too.
    ...(factsOfTool(call.toolName) ? await resultSteps(source, match.record, context) : []),
  ];
}

/** Goes on in the conversation of a helper. */
async function helperSteps(conversationId: string | undefined, context: Context): Promise<Step[]> {
  const { of, subject, mayEnter, depth = 0 } = context;
  if (conversationId === undefined) return [];
  const helper = await readHelper(of, conversationId);
  if (!helper || !(await mayEnter(helper.agentId))) return [];
  const own = { agentId: helper.agentId, conversationId };
  const other = helper.agentId === of.agentId ? {} : { agentId: helper.agentId };
  const step: Step = { kind: "helper", conversationId, name: helper.name, ...other };
  if (!subject || depth >= MAX_DEPTH) return [step];
  const { find } = finderOf(subject);
  const candidates = (await readNewest(own, MAX_HELPER_MESSAGES)).flatMap((message) =>
    sourcesOf(message).flatMap((source): Candidate[] => {
      const match = find(recordsOf(source.result));
      return match ? [{ source, match }] : [];
    }),
  );
  const [best] = candidates.sort((one, other) => other.match.score - one.match.score);
  const causes = best ? await stepsOf(best, { ...context, of: own, depth: depth + 1 }) : [];
  return [step, ...causes.map((one) => ({ ...other, ...one }))];
}

/** Returns the query of a call and the row that has the value. Other databases than the agent's are unknown. */
async function queryIn(
  agentId: string,
  { toolName, input, output }: Pick<ToolPart, "toolName" | "input" | "output">,
  record: ResultRecord | undefined,
  at: string,
): Promise<Step[]> {
  if (!factsOfTool(toolName) || !isQuery(input)) return [];
  const query: Step = {
    kind: "query",
    ...queryText(isSql(input) ? { sql: input.sql } : withoutNothing(input)),
    isLive: false,
  };
  const isRead = isSql(input) ? isRecord(output) && Array.isArray(output.rows) : true;
  return [query, ...(isRead ? await queriedRows(agentId, input, { at, record }) : [])];
}

const withoutNothing = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Query;

/** Returns the rows that a query reads, and the last change of their tables before a time. */
export async function queriedRows(
  agentId: string,
  query: Query,
  { at, record }: { at: string; record?: ResultRecord },
): Promise<Step[]> {
  const tables = isSql(query) ? await tablesOf(agentId, query.sql) : [];
  const change = tables.length > 0 ? await lastChangeOf(agentId, tables, at) : undefined;
  const cells = (record?.cells ?? []).slice(0, MAX_SHOWN_CELLS).map(({ key, value }) => ({
    key,
    text: lineOf(`${value}`, MAX_CELL_CHARS),
  }));
  return [
    {
      ...{ kind: "rows", tables, cells },
      ...(isOfDocuments(query) && { collection: query.collection }),
      ...(record?.nth !== undefined && { nth: record.nth }),
    },
    ...(change ? [{ kind: "change" as const, ...change }] : []),
  ];
}

/** Returns the tables of a query; none if SQLite cannot prepare it any more. */
const tablesOf = (agentId: string, sql: string): Promise<string[]> => soon(readTablesOf({ agentId, sql }));

/** Returns the names, or none if that fails or takes too long. */
const soon = (names: Promise<string[]>): Promise<string[]> =>
  Promise.race([
    names.catch(() => []),
    new Promise<string[]>((resolve) => setTimeout(resolve, NAMES_MS, [])),
  ]);

/** Returns the tools with which a component reads values itself. */
export async function readsOf(bundle: string): Promise<Step[]> {
  const tools = await soon(toolsOfBundle(bundle));
  return tools.length > 0 ? [{ kind: "reads", tools }] : [];
}

/** Returns the cost of the answer that a message is. */
export function costOf(conversationId: string, { id, metadata }: WhyMessage): Step[] {
  const { usage, model } = metadata ?? {};
  if (!usage) return [];
  return [
    {
      ...{ kind: "cost", conversationId, messageId: id, model: model ?? null },
      ...{ tokens: usage.inputTokens + usage.outputTokens, cost: usage.cost ?? null },
    },
  ];
}
