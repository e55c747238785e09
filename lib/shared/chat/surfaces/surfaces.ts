import type { UIMessage } from "ai";
import { type Shown, shown } from "@/lib/shared/components/shown";
import { because } from "@/lib/shared/tools/because";
import { type BrowserUse, usedAgain, usesBrowser } from "../browser-use";
import { factsOfTool, showsSheet } from "../built-in-tools";
import { type Ask, isAwaited } from "../contract";
import { sheetOf } from "../from-sheet";
import { asTool, field, isRecord, type ToolPart, textOf, timeOf } from "../parts";
import { callOf, changeIn } from "./sheet-change";
import { sheetKey } from "./sheet-key";
import { sentSheetOf } from "./sheets";
import {
  afterSending,
  changeOf,
  changingStored,
  followingStored,
  type SurfaceChange,
} from "./surface-change";
import { answerIn, kindOf, outcomeOf } from "./surface-outcome";
import { isShownBy } from "./surface-versions";
import { nameOf, TITLES } from "./surface-words";

/**
 * One thing on the canvas. `waiting` asks something of the person; `open` need not be answered: it only shows something, or
 * they wrote in the chat instead; `closed` was ended by a stop.
 */
export type Surface = {
  id: string;
  messageId: string;
  toolCallId: string;
  /** The call that it shows now, and that is asked for an answer: the one that made it, or the last one that changed it. */
  call: Pick<Ask, "messageId" | "toolCallId">;
  /** What it showed, oldest first; the last one is what it shows now, unless the person went back. */
  versions: SurfaceVersion[];
  /** Of a pin: earlier versions than these are in its conversation. */
  isCut?: boolean;
  /** The call that changes it, as far as it is written, until it is made. */
  change?: SurfaceChange;
  /** Of the conversation's steps of the model, counted: what one step shows was written at once. */
  step: number;
  state: "writing" | "waiting" | "open" | "answered" | "read" | "closed";
  /** Whether an ask is open that it can answer. */
  isAsked: boolean;
  title: string;
  kind: SurfaceKind;
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
  /** Of a component of the library: the conversation in which it acts, for no other has shown it. */
  home?: string;
  /** Of the browser, which a conversation has one of. */
  browser?: BrowserUse;
};

type SurfaceKind =
  | ("form" | "choice" | "table" | "chart" | "diagram" | "figures" | "text")
  | ("component" | "app" | "browser");

/** `id` names the call, as that of a surface names its first one. */
export type SurfaceVersion = Pick<Surface, "id" | "input" | "component" | "answer" | "answeredAt" | "at"> & {
  /** The person sent its answer when nobody waited for it any more. */
  isSent?: boolean;
};

type Cause = { did: "said" | "answered" | "sent" | "done with"; what: string };

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
  let surfaces: Surface[] = [];
  let because: Cause | undefined;
  let step = 0;
  for (const message of messages) {
    if (message.role === "user") because = causeOf(message) ?? because;
    for (const part of message.parts) {
      if (part.type === "step-start") step += 1;
      const sent = sentSheetOf(part);
      const sentBy = sent && surfaceId(sent.messageId, sent.toolCallId);
      const place = sentBy ? surfaces.findIndex((one) => isShownBy(one, sentBy)) : -1;
      const late = surfaces[place];
      if (sentBy && late)
        surfaces[place] = afterSending(late, sentBy, { output: sent.output, at: timeOf(message) });
      const tool = asTool(part);
      if (tool && factsOfTool(tool.toolName)?.shows === "question")
        because = answerOf(tool.output) ?? because;
      if (tool && usesBrowser(tool)) {
        const at = surfaces.findIndex(({ kind }) => kind === "browser");
        const use = usedAgain(surfaces[at]?.browser, tool, message.id);
        const surface =
          surfaces[at] ?? browserSurface(message, { toolCallId: tool.toolCallId, step }, because, asks);
        surfaces[at < 0 ? surfaces.length : at] = { ...surface, browser: use };
      }
      const callId = surfaceId(message.id, tool?.toolCallId ?? "");
      if (tool) surfaces = changingStored(surfaces, callId, tool);
      const facts = tool && factsOf(message, tool.toolCallId);
      const component = tool && shown.safeParse(facts?.shown).data;
      if (tool)
        surfaces = followingStored(surfaces, { id: callId, tool, component, step, at: timeOf(message) });
      if (!tool || !(showsSheet(tool.toolName) || component?.app)) continue;
      if (tool.state === "output-error" || tool.state === "output-denied") continue;
      if (tool.state.startsWith("approval")) continue;
      const change = changeIn(part);
      const at = surfaces.findIndex((one) => (change ? one.id === change.sheet : isMeant(tool, one)));
      const before = surfaces[at];
      const ask = asks.find((a) => a.messageId === message.id && a.toolCallId === tool.toolCallId);
      const isMade = ask !== undefined || tool.output !== undefined;
      if (before && !(change && isMade)) {
        surfaces[at] = { ...before, change: changeOf(callId, tool) };
        continue;
      }
      // Which sheet is meant is not written to its end.
      if (!change && tool.state === "input-streaming" && hasSurface(tool.input)) continue;
      for (const { browser } of surfaces) if (browser) browser.isNewest = false;
      const made = surfaceOf({ message, tool, step, because, component, ask, given });
      const surface = change ? changed(made, change.sheet, before) : made;
      surfaces[at < 0 ? surfaces.length : at] = surface;
      because = endOf(surface.title, outcomeOf(surface.answer, surface.kind, surface.input)) ?? because;
    }
  }
  return surfaces;
}

/** Whether a call that is being written, or made ready, will change this sheet. */
const isMeant = ({ input, output }: ToolPart, { messageId, toolCallId, kind }: Surface): boolean =>
  output === undefined &&
  kind !== "browser" &&
  hasSurface(input) &&
  field(input, "surface") === sheetKey(messageId, toolCallId);

const hasSurface = (input: unknown): boolean => isRecord(input) && input.surface !== undefined;

type Made = {
  message: UIMessage;
  tool: ToolPart;
  step: number;
  because: Cause | undefined;
  component: Shown | undefined;
  ask: Ask | undefined;
  given: Readonly<Record<string, unknown>>;
};

/** What one call shows. */
function surfaceOf({ message, tool, step, because, component: app, ask, given }: Made): Surface {
  const { toolCallId, input } = tool;
  const id = surfaceId(message.id, toolCallId);
  const answer = app?.app ? (given[id] ?? answerIn(tool.output)) : (tool.output ?? given[id]);
  const kind = app?.app
    ? "app"
    : factsOfTool(tool.toolName)?.shows === "component"
      ? "component"
      : kindOf(input);
  const component = kind === "component" || kind === "app" ? app : undefined;
  // Between its input and its ask a component is made ready.
  const isComing =
    tool.state === "input-streaming" || (kind === "component" && !component && !ask && answer === undefined);
  const outcome = () => (ask ? (isAwaited(ask) ? "waiting" : "open") : outcomeOf(answer, kind, input));
  const facts = factsOf(message, toolCallId);
  const call = { messageId: message.id, toolCallId };
  const at = ask?.createdAt ?? timeOf(message);
  const answeredAt = field(facts, "answeredAt");
  return {
    ...{ id, ...call, call, step },
    state: isComing ? "writing" : outcome(),
    isAsked: ask !== undefined,
    title: app?.app?.title || field(input, "title")?.trim() || nameOf(input) || TITLES[kind],
    ...{ kind, input, component },
    ...(component && readBefore(facts)),
    ...{ answer, because, at, answeredAt },
    versions: [{ id, input, component, answer, answeredAt, at }],
  };
}

/** A sheet after a call that changed it: in its place, with what the person did in it, and its earlier versions behind it. */
function changed(made: Surface, sheet: string, before: Surface | undefined): Surface {
  const own = { id: sheet, ...callOf(sheet) };
  if (!before) return { ...made, ...own };
  const { because, at, versions } = before;
  return { ...made, ...own, because, at, versions: [...versions, ...made.versions] };
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
    call: { messageId: message.id, toolCallId },
    versions: [],
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

/** What was put on the canvas, or used or changed there, last. */
export const newestOf = (surfaces: readonly Surface[]): Surface | undefined =>
  surfaces.findLast(({ browser }) => browser?.isNewest) ??
  surfaces.reduce<Surface | undefined>((last, one) => (last && last.step > one.step ? last : one), undefined);

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
