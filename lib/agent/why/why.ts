import { mayUse } from "@/lib/platform/access/rights";
import { type Query, queryText } from "@/lib/shared/blocks/live";
import { showsSurface } from "@/lib/shared/chat/built-in-tools";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { callOf, changeIn } from "@/lib/shared/chat/surfaces/sheet-change";
import { EDITED, editsOf } from "@/lib/shared/chat/surfaces/surface-edits";
import { surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import type { Shown } from "@/lib/shared/components/shown";
import { AppError } from "@/lib/shared/errors";
import { MAX_SOURCES, type Rule, type Step, type Why } from "@/lib/shared/why/contract";
import type { WhyQuery } from "@/lib/shared/why/query";
import { readSurfaceState } from "@/lib/store/conversations/surfaces";
import type { ConversationRef } from "@/lib/store/loop/branches";
import {
  promptAt,
  readAsk,
  readAsked,
  readBefore,
  readRemembered,
  readWhyMessage,
  revisionOf,
  type WhyMessage,
} from "@/lib/store/loop/why";
import { finderOf, type Match, needlesOf } from "./match";
import { type ResultRecord, recordsOf } from "./records";
import { callIn, openingOf, type Source, sourcesOf } from "./sources";
import { costOf, queriedRows, readsOf, stepsOf } from "./steps";
import { type Subject, subjectOf } from "./subject";

/** Messages of one page, and the time for a search: the answer takes at most 300 ms. */
const PAGE = 40;
const SEARCH_MS = 180;
/** Scores closer than this are equal. */
const TIE = 0.6;

type Candidate = { source: Source; match: Match };
type Found = { candidates: Candidate[]; isComplete: boolean };
const NOTHING: Found = { candidates: [], isComplete: true };

/**
 * Returns the causes of a place on a surface, or of a call that asked or was refused. Reads only stored messages,
 * calls, versions and changes. Throws `not_found`.
 */
export async function whyOf(of: ConversationRef, query: WhyQuery, memberId: string): Promise<Why> {
  const { messageId, toolCallId, ...place } = query;
  const message = await readWhyMessage(of, messageId);
  const call = message && callIn(message, toolCallId);
  if (!call) throw new AppError("not_found", "There is no such call in this conversation.");
  const { tool } = call;
  const isShown = showsSurface(tool.toolName) || message.metadata?.calls?.[toolCallId]?.shown !== undefined;
  const edited = isShown ? await editedInput(of, messageId, call) : undefined;
  const { subject, live } = isShown
    ? subjectOf(edited ?? tool.input, place)
    : { subject: undefined, live: [] };
  const [found, asked, rule] = await Promise.all([
    subject ? search(of, message, toolCallId, subject) : NOTHING,
    readAsked(of, message),
    ruleOf(of, message, tool),
  ]);
  const mayEnter = (agentId: string) => agentId === of.agentId || mayUse(memberId, agentId, "use");
  const [queried, traced, made] = await Promise.all([
    Promise.all(live.map((one) => liveSteps(of, one))),
    Promise.all(found.candidates.map((one) => stepsOf(one, { of, subject, mayEnter }))),
    madeOf(of, message, tool, asked),
  ]);
  const byHand = edited !== undefined && isNew(subject, edited, tool.input) ? [editStep(of, message)] : [];
  const sources = [...(byHand.length > 0 ? [byHand] : []), ...queried, ...traced]
    .filter((steps) => steps.length > 0)
    .map((steps) => ({ steps }));
  const { shown } = message.metadata?.calls?.[toolCallId] ?? {};
  const others = sources.length > 0 ? [] : await otherSources(of, { subject, message, asked, shown });
  return {
    value: place.text ?? null,
    sources: [...sources, ...others].slice(0, MAX_SOURCES),
    made,
    isComplete: found.isComplete,
    rule,
  };
}

/** Returns the content of a surface that the user has changed; undefined if it is as the agent wrote it. */
async function editedInput(
  of: ConversationRef,
  messageId: string,
  { tool, part }: { tool: ToolPart; part: object },
): Promise<unknown> {
  const shown = surfaceId(messageId, tool.toolCallId);
  const { entries } = await readSurfaceState({ ...of, ...callOf(changeIn(part)?.sheet ?? shown) });
  return editsOf(entries[EDITED], shown).at(-1)?.input;
}

/** Returns whether only the user's version of a surface has a value. */
function isNew(subject: Subject | undefined, edited: unknown, written: unknown): boolean {
  if (!subject || subject.kind === "many") return false;
  const { find } = finderOf(subject);
  return find(recordsOf(edited)) !== undefined && find(recordsOf(written)) === undefined;
}

const editStep = ({ conversationId }: ConversationRef, { id }: WhyMessage): Step => ({
  ...{ kind: "message", conversationId, messageId: id, by: "edit", text: "", at: null },
});

/** Looks through earlier results, newest first, until one explains the subject beyond doubt. */
async function search(
  of: ConversationRef,
  shown: WhyMessage,
  toolCallId: string,
  subject: Subject,
): Promise<Found> {
  const finder = finderOf(subject);
  // The address that a text cites is always an argument of the call that read it.
  const echo = finderOf(subject.kind === "text" ? { ...subject, links: [] } : subject);
  const end = performance.now() + SEARCH_MS;
  const candidates: Candidate[] = [];
  let isComplete = true;
  const look = (message: WhyMessage, until?: string) => {
    for (const source of sourcesOf(message, until)) {
      if (performance.now() > end) isComplete = false;
      if (!isComplete) return;
      const match = finder.find(recordsOf(source.result));
      if (match && !isEcho(source, match, echo.find)) candidates.push({ source, match });
    }
  };
  const isSure = () => candidates.some(({ match }) => match.score >= finder.sure);
  const isApp = shown.metadata?.calls?.[toolCallId]?.shown?.app !== undefined;
  // The app of an MCP server shows the result of the call that opened it.
  look(shown, isApp ? undefined : toolCallId);
  const needles = needlesOf(subject);
  let from: Pick<WhyMessage, "position" | "isActive"> = shown;
  while (needles.length > 0 && !isSure()) {
    const page = await readBefore(of, from, needles, PAGE);
    for (const message of page) if (!isSure()) look(message);
    const last = page.at(-1);
    if (!last || page.length < PAGE || !isComplete) break;
    from = { ...from, position: last.position };
  }
  return { candidates: bestOf(candidates, shown.id), isComplete };
}

/** A call does not explain a value that the agent passed to it just as completely. */
function isEcho(
  source: Source,
  { score }: Match,
  find: (records: ResultRecord[]) => Match | undefined,
): boolean {
  const passed = source.kind === "call" ? find(recordsOf(source.tool.input)) : undefined;
  return passed !== undefined && passed.score >= score;
}

/** Returns the best candidates that fit equally well, newest first. Those of the same answer come before others. */
function bestOf(candidates: readonly Candidate[], shownIn: string): Candidate[] {
  const top = Math.max(0, ...candidates.map(({ match }) => match.score));
  const equal = candidates.filter(({ match }) => match.score >= top - TIE);
  const near = equal.filter(({ source }) => source.message.id === shownIn);
  const seen = new Set<string>();
  return (near.length > 0 ? near : equal)
    .filter(({ source }) => {
      const key = keyOf(source);
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, MAX_SOURCES);
}

/** A repeated call with the same input is one source. */
const keyOf = (source: Source): string =>
  source.kind === "call"
    ? `${source.tool.toolName} ${JSON.stringify(source.tool.input)}`
    : `${source.kind} ${source.message.id}`;

/** Returns the causes of a block with a query, which shows the current rows. */
async function liveSteps({ agentId }: ConversationRef, query: Query): Promise<Step[]> {
  return [
    { kind: "query", ...queryText(query), isLive: true },
    ...(await queriedRows(agentId, query, { at: new Date().toISOString() })),
  ];
}

type Rest = {
  subject: Subject | undefined;
  message: WhyMessage;
  asked: WhyMessage | undefined;
  shown?: Shown;
};

/** Returns the sources of a value that no earlier result has: the prompt, or the component itself. */
async function otherSources(
  of: ConversationRef,
  { subject, message, asked, shown }: Rest,
): Promise<Why["sources"]> {
  const remembered = subject ? await fromPrompt(of, subject, [message, asked]) : [];
  if (remembered.length > 0 || !shown) return remembered;
  const steps = shown.app ? [] : await readsOf(shown.bundle);
  return steps.length > 0 ? [{ steps }] : [];
}

/** Finds a value in texts that are part of the prompt: memory blocks, and the facts recalled for the answer. */
async function fromPrompt(
  { agentId }: ConversationRef,
  subject: Subject,
  messages: readonly (WhyMessage | undefined)[],
): Promise<Why["sources"]> {
  const facts = messages.flatMap((message) => message?.metadata?.recalled?.map(({ id }) => id) ?? []);
  const { find } = finderOf(subject);
  return (await readRemembered(agentId, facts))
    .filter(({ text }) => find(recordsOf({ text })))
    .map(({ of, name }) => ({ steps: [{ kind: "memory", of, name }] }));
}

/** Returns how the surface, or the call, came about. */
async function madeOf(
  of: ConversationRef,
  message: WhyMessage,
  { toolCallId, toolName }: ToolPart,
  asked: WhyMessage | undefined,
): Promise<Step[]> {
  const { conversationId, agentId } = of;
  const { shown } = message.metadata?.calls?.[toolCallId] ?? {};
  const [prompt, component] = await Promise.all([
    promptAt(of, message.createdAt),
    shown?.name !== undefined && shown.version !== undefined
      ? revisionOf(agentId, "component", shown.name, shown.version)
      : undefined,
  ]);
  const job = asked?.metadata?.cause;
  return [
    ...(asked
      ? [
          {
            ...{ kind: "message" as const, conversationId, messageId: asked.id, at: asked.createdAt },
            by: job ? ("job" as const) : ("user" as const),
            text: job ? job.name : openingOf(asked),
          },
        ]
      : []),
    {
      kind: "call",
      conversationId,
      messageId: message.id,
      toolCallId,
      tool: toolName,
      at: message.createdAt,
    },
    ...(shown?.name !== undefined && shown.version !== undefined
      ? [
          {
            ...{
              kind: "version" as const,
              of: "component" as const,
              name: shown.name,
              version: shown.version,
            },
            revisionId: component?.revisionId ?? null,
          },
        ]
      : []),
    ...(prompt
      ? [{ kind: "version" as const, of: "system_prompt" as const, name: "system_prompt", ...prompt }]
      : []),
    ...costOf(conversationId, message),
  ];
}

/** Returns the rule by which a call asked or was refused; null for other calls. */
async function ruleOf(
  of: ConversationRef,
  message: WhyMessage,
  { toolCallId, toolName: tool, state }: ToolPart,
): Promise<Rule | null> {
  const by = message.metadata?.calls?.[toolCallId]?.refusedBy;
  const ask = await readAsk(of, message.id, toolCallId);
  const isRefused = by !== undefined || state === "output-denied";
  if (!isRefused && ask?.kind !== "approval") return null;
  return {
    tool,
    outcome: isRefused ? "refused" : "asked",
    ...(by && { by }),
    ...(ask?.because && { because: ask.because }),
  };
}
