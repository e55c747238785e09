import type { UIMessage } from "ai";
import { type Shown, shown } from "@/lib/shared/components/shown";
import { because } from "@/lib/shared/tools/because";
import { type BrowserUse, usedAgain, usesBrowser } from "./browser-use";
import { type Ask, isAwaited } from "./contract";
import { sheetOf } from "./from-sheet";
import { asTool, field, isRecord, textOf, timeOf } from "./parts";
import { sentSheetOf } from "./sheets";
import { nameOf, TITLES } from "./surface-words";

/**
 * One thing on the canvas. `waiting` asks something of the person; `open` need not be answered: it only shows something, or
 * they wrote in the chat instead; `closed` was ended by a stop.
 */
export type Surface = {
  id: string;
  messageId: string;
  toolCallId: string;
  /** Of the conversation's steps of the model, counted: what one step shows was written at once. */
  step: number;
  state: "writing" | "waiting" | "open" | "answered" | "read" | "closed";
  /** Whether an ask is open that it can answer. */
  isAsked: boolean;
  title: string;
  kind: "form" | "table" | "chart" | "text" | "component" | "app" | "browser";
  input: unknown;
  /** What is drawn, once the server has made it ready. */
  component: Shown | undefined;
  answer: unknown;
  /** What the person had said or answered before it. */
  because: Cause | undefined;
  at: string | undefined;
  /** When the person answered. */
  answeredAt: string | undefined;
  /** Of a component: origins on the web that the conversation had read before, so that it asks before it writes or speaks. */
  readWeb?: readonly string[];
  /** Of the browser, which a conversation has one of. */
  browser?: BrowserUse;
};

export type Cause = { did: "said" | "answered" | "sent" | "done with"; what: string };

const BLOCKS = "render_blocks";
const COMPONENT = "render_and_wait";

export const surfaceId = (messageId: string, toolCallId: string): string => `${messageId}/${toolCallId}`;

/**
 * Every surface of a conversation, oldest first. A call that failed its schema never was one. `given` holds answers, by
 * surface, that were taken but are not in the messages yet.
 */
export function surfacesOf(
  messages: readonly UIMessage[],
  asks: readonly Ask[],
  given: Readonly<Record<string, unknown>> = {},
): Surface[] {
  const surfaces: Surface[] = [];
  let because: Cause | undefined;
  let step = 0;
  for (const message of messages) {
    if (message.role === "user") because = causeOf(message) ?? because;
    for (const part of message.parts) {
      if (part.type === "step-start") step += 1;
      const sent = sentSheetOf(part);
      const place = sent
        ? surfaces.findIndex((one) => one.id === surfaceId(sent.messageId, sent.toolCallId))
        : -1;
      const late = surfaces[place];
      if (sent && late)
        surfaces[place] = { ...late, state: "answered", answer: sent.output, answeredAt: timeOf(message) };
      const tool = asTool(part);
      if (tool?.toolName === "ask_user") because = answerOf(tool.output) ?? because;
      if (tool && usesBrowser(tool)) {
        const at = surfaces.findIndex(({ kind }) => kind === "browser");
        const use = usedAgain(surfaces[at]?.browser, tool, message.id);
        const surface =
          surfaces[at] ?? browserSurface(message, { toolCallId: tool.toolCallId, step }, because, asks);
        surfaces[at < 0 ? surfaces.length : at] = { ...surface, browser: use };
      }
      const facts = tool && factsOf(message, tool.toolCallId);
      const app = tool && shown.safeParse(facts?.shown).data;
      if (!tool || (tool.toolName !== BLOCKS && tool.toolName !== COMPONENT && !app?.app)) continue;
      if (tool.state === "output-error" || tool.state === "output-denied") continue;
      if (tool.state.startsWith("approval")) continue;
      const ask = asks.find((a) => a.messageId === message.id && a.toolCallId === tool.toolCallId);
      const id = surfaceId(message.id, tool.toolCallId);
      const answer = app?.app ? (given[id] ?? answerIn(tool.output)) : (tool.output ?? given[id]);
      const kind = app?.app ? "app" : tool.toolName === COMPONENT ? "component" : kindOf(tool.input);
      const component = kind === "component" || kind === "app" ? app : undefined;
      // Between its input and its ask a component is made ready.
      const isComing =
        tool.state === "input-streaming" ||
        (kind === "component" && !component && !ask && answer === undefined);
      const title =
        app?.app?.title || field(tool.input, "title")?.trim() || nameOf(tool.input) || TITLES[kind];
      for (const { browser } of surfaces) if (browser) browser.isNewest = false;
      surfaces.push({
        id,
        messageId: message.id,
        toolCallId: tool.toolCallId,
        step,
        state: isComing ? "writing" : ask ? (isAwaited(ask) ? "waiting" : "open") : outcomeOf(answer, kind),
        isAsked: ask !== undefined,
        title,
        kind,
        input: tool.input,
        component,
        ...(component && facts && readBefore(facts)),
        answer,
        because,
        at: ask?.createdAt ?? timeOf(message),
        answeredAt: field(facts, "answeredAt"),
      });
      because = endOf(title, outcomeOf(answer, kind)) ?? because;
    }
  }
  return surfaces;
}

/** What a message of the person makes come: their words, or what they sent from a sheet. */
function causeOf(message: UIMessage): Cause | undefined {
  const sent = message.parts.map(sentSheetOf).find(Boolean);
  if (sent) return { did: "sent", what: sent.title };
  const sheet = sheetOf(message);
  const text = sheet?.failure ? `“${sheet.title}” ${sheet.failure}` : textOf(message);
  return text ? { did: "said", what: text } : undefined;
}

function answerOf(output: unknown): Cause | undefined {
  const answer = field(output, "answer");
  return answer ? { did: "answered", what: answer } : undefined;
}

/** What the end of a sheet makes come. */
function endOf(title: string, state: Surface["state"]): Cause | undefined {
  if (state === "answered") return { did: "answered", what: title };
  return state === "read" ? { did: "done with", what: title } : undefined;
}

/** It stands where it was used first; it waits when the agent does, because the person has it in hand. */
function browserSurface(
  message: UIMessage,
  { toolCallId, step }: Pick<Surface, "toolCallId" | "step">,
  because: Cause | undefined,
  asks: readonly Ask[],
): Surface {
  return {
    id: surfaceId(message.id, toolCallId),
    messageId: message.id,
    toolCallId,
    step,
    state: asks.some((ask) => ask.because?.kind === "browser") ? "waiting" : "read",
    isAsked: false,
    title: TITLES.browser,
    kind: "browser",
    input: undefined,
    component: undefined,
    answer: undefined,
    because,
    at: timeOf(message),
    answeredAt: undefined,
  };
}

/** What was put on the canvas, or used there, last. */
export const newestOf = (surfaces: readonly Surface[]): Surface | undefined =>
  surfaces.findLast(({ browser }) => browser?.isNewest) ?? surfaces.at(-1);

/** A component of the library on the canvas, where no conversation has put it. */
export function componentSurface({ name, version, bundle, props, at }: ComponentOnCanvas): Surface {
  return {
    id: `component/${name}`,
    messageId: "component",
    toolCallId: name,
    step: 0,
    state: "open",
    isAsked: false,
    title: nameOf({ component: name }) ?? name,
    kind: "component",
    input: { component: name, props },
    component: { bundle, name, version },
    answer: undefined,
    because: undefined,
    at,
    answeredAt: undefined,
  };
}

type ComponentOnCanvas = {
  name: string;
  version: number;
  bundle: string;
  props: Record<string, unknown>;
  at: string;
};

/** An app's call has a result of its own, beside what the person did in the app. */
const answerIn = (output: unknown): unknown => (isRecord(output) ? output.app : undefined);

function outcomeOf(output: unknown, kind: Surface["kind"]): Surface["state"] {
  const action = field(output, "action");
  // What only shows something can always be used.
  if (kind === "app" && (action === undefined || action === "message")) return "open";
  if (kind === "app" && action === "say") return "answered";
  if (action === "submit") return "answered";
  if (action === "dismiss") return "read";
  // It stays to be used: what is sent from it then is a message.
  if (action === "message" && isClosing(output, kind))
    return kind === "form" || kind === "component" ? "open" : "read";
  return kind === "component" && action !== undefined && !isClosing(output, kind) ? "answered" : "closed";
}

/** What the loop itself answers an ask with; a component may use the same words for its own. */
function isClosing(output: unknown, kind: Surface["kind"]): boolean {
  const fields = isRecord(output) ? Object.keys(output).length : 0;
  const action = field(output, "action");
  if (action === "cancelled") return fields === 1;
  const extra = kind === "component" ? ["draft"] : ["draft", "edits"];
  const known = 2 + extra.filter((name) => isRecord(output) && name in output).length;
  return action === "message" && fields === known && field(output, "text") !== undefined;
}

/** What the server says of a call beside its result. */
function factsOf({ metadata }: UIMessage, toolCallId: string): Record<string, unknown> {
  const calls = isRecord(metadata) && isRecord(metadata.calls) ? metadata.calls : {};
  const facts = Object.hasOwn(calls, toolCallId) ? calls[toolCallId] : undefined;
  return isRecord(facts) ? facts : {};
}

function readBefore(facts: Record<string, unknown>): Pick<Surface, "readWeb"> {
  const why = because.safeParse(facts.because).data;
  return why?.kind === "web" ? { readWeb: why.origins } : {};
}

/** What a surface mostly is, for its icon, its width and its name when it has none. */
function kindOf(input: unknown): Surface["kind"] {
  const blocks = isRecord(input) && Array.isArray(input.blocks) ? input.blocks : [];
  const types = blocks.map((block) => field(block, "type"));
  if (types.includes("form")) return "form";
  if (types.includes("chart")) return "chart";
  return types.includes("table") ? "table" : "text";
}
