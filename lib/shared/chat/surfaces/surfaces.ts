import type { UIMessage } from "ai";
import { type Shown, shown } from "@/lib/shared/components/shown";
import { approvalReason } from "@/lib/shared/tools/approval-reason";
import { type BrowserUse, usedAgain, usesBrowser } from "../browser-use";
import { factsOfTool, showsSurface } from "../built-in-tools";
import { type Ask, isAwaited } from "../contract";
import { sheetOf } from "../from-surface";
import { asTool, field, isRecord, type ToolPart, textOf, timeOf } from "../parts";
import { callOf, changeIn } from "./sheet-change";
import { sentSurfaceOf } from "./sheets";
import {
  afterSending,
  changeOf,
  changingStored,
  followingStored,
  type SurfaceChange,
} from "./surface-change";
import { surfaceKey } from "./surface-key";
import { nameOf, titleOfKind } from "./surface-labels";
import { answerIn, kindOf, outcomeOf } from "./surface-outcome";
import { isShownBy } from "./surface-versions";

/**
 * An item on the canvas. `waiting`: needs an answer of the user. `open`: needs none, because it only shows
 * something or the user wrote a message instead. `closed`: ended without an answer, for example because the run
 * was stopped.
 */
export type Surface = {
  id: string;
  messageId: string;
  toolCallId: string;
  /**
   * The call whose version is shown and that receives the answer: the call that created the surface or changed
   * it last.
   */
  call: Pick<Ask, "messageId" | "toolCallId">;
  /** Versions of the surface, oldest first. The last version is shown unless the user restored an earlier one. */
  versions: SurfaceVersion[];
  /** For pins: true if the conversation has earlier versions that are not included here. */
  isCut?: boolean;
  change?: SurfaceChange;
  /**
   * Number of the model step that created the surface, counted over the conversation. Surfaces of one step were
   * written together.
   */
  step: number;
  state: "writing" | "waiting" | "open" | "answered" | "read" | "closed";
  /** True if an open ask waits for this surface. */
  isAsked: boolean;
  title: string;
  kind: SurfaceKind;
  input: unknown;
  component: Shown | undefined;
  answer: unknown;
  /** The user's message or answer that led to the surface. */
  because: Cause | undefined;
  at: string | undefined;
  answeredAt: string | undefined;
  /**
   * For components: web origins that the conversation had read before. Because of them, the component's own
   * writes and messages need approval.
   */
  readWeb?: readonly string[];
  /** For library components: the conversation on whose behalf the component acts. */
  home?: string;
  /** Only set for the browser. A conversation has one browser surface. */
  browser?: BrowserUse;
};

type SurfaceKind =
  | ("form" | "choice" | "table" | "chart" | "diagram" | "figures" | "text")
  | ("component" | "app" | "browser");

/** `id` is the id of the call. The first version has the id of the surface. */
export type SurfaceVersion = Pick<Surface, "id" | "input" | "component" | "answer" | "answeredAt" | "at"> & {
  /** True if the user sent the answer after the ask was closed. */
  isSent?: boolean;
  /** Of a version that the user made: the call on whose behalf it acts, and `home` of a library component. */
  call?: Pick<Ask, "messageId" | "toolCallId">;
  home?: string;
};

type Cause = { did: "said" | "answered" | "sent" | "done with"; what: string };

export const surfaceId = (messageId: string, toolCallId: string): string => `${messageId}/${toolCallId}`;

/**
 * Returns every surface of a conversation, oldest first. Leaves out calls with invalid input. `accepted` has
 * answers, by surface id, that the server has accepted but that are not in the messages yet.
 */
export function surfacesOf(
  messages: readonly UIMessage[],
  asks: readonly Ask[],
  accepted: Readonly<Record<string, unknown>> = {},
): Surface[] {
  let surfaces: Surface[] = [];
  let because: Cause | undefined;
  let step = 0;
  for (const message of messages) {
    if (message.role === "user") because = causeOf(message) ?? because;
    for (const part of message.parts) {
      if (part.type === "step-start") step += 1;
      const sent = sentSurfaceOf(part);
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
      if (!tool || !(showsSurface(tool.toolName) || component?.app)) continue;
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
      // The id of the surface to change may still be incomplete, so it is unknown which surface is meant.
      if (!change && tool.state === "input-streaming" && hasSurface(tool.input)) continue;
      for (const { browser } of surfaces) if (browser) browser.isNewest = false;
      const made = surfaceOf({ message, tool, step, because, component, ask, accepted });
      const surface = change ? changed(made, change.sheet, before) : made;
      surfaces[at < 0 ? surfaces.length : at] = surface;
      because = endOf(surface.title, outcomeOf(surface.answer, surface.kind, surface.input)) ?? because;
    }
  }
  return surfaces;
}

/** Returns whether a call that has no result yet will change this surface. */
const isMeant = ({ input, output }: ToolPart, { messageId, toolCallId, kind }: Surface): boolean =>
  output === undefined &&
  kind !== "browser" &&
  hasSurface(input) &&
  field(input, "surface") === surfaceKey(messageId, toolCallId);

const hasSurface = (input: unknown): boolean => isRecord(input) && input.surface !== undefined;

type Made = {
  message: UIMessage;
  tool: ToolPart;
  step: number;
  because: Cause | undefined;
  component: Shown | undefined;
  ask: Ask | undefined;
  accepted: Readonly<Record<string, unknown>>;
};

function surfaceOf({ message, tool, step, because, component: app, ask, accepted }: Made): Surface {
  const { toolCallId, input } = tool;
  const id = surfaceId(message.id, toolCallId);
  const answer = app?.app ? (accepted[id] ?? answerIn(tool.output)) : (tool.output ?? accepted[id]);
  const kind = app?.app
    ? "app"
    : factsOfTool(tool.toolName)?.shows === "component"
      ? "component"
      : kindOf(input);
  const component = kind === "component" || kind === "app" ? app : undefined;
  // A component is still being written after its input is complete, until it is compiled and its ask opens.
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
    title: app?.app?.title || field(input, "title")?.trim() || nameOf(input) || titleOfKind(kind),
    ...{ kind, input, component },
    ...(component && readBefore(facts)),
    ...{ answer, because, at, answeredAt },
    versions: [{ id, input, component, answer, answeredAt, at }],
  };
}

/**
 * Returns the surface with the content of a call that changed it. It keeps its id, reason, creation time and
 * earlier versions.
 */
function changed(made: Surface, surface: string, before: Surface | undefined): Surface {
  const own = { id: surface, ...callOf(surface) };
  if (!before) return { ...made, ...own };
  const { because, at, versions } = before;
  return { ...made, ...own, because, at, versions: [...versions, ...made.versions] };
}

/**
 * Returns a user message as the reason for later surfaces: its text, or the title of the surface that it was
 * sent from.
 */
function causeOf(message: UIMessage): Cause | undefined {
  const sent = message.parts.map(sentSurfaceOf).find(Boolean);
  if (sent) return { did: "sent", what: sent.title };
  const surface = sheetOf(message);
  const text = surface?.failure ? `“${surface.title}” ${surface.failure}` : textOf(message);
  return text ? { did: "said", what: text } : undefined;
}

function answerOf(output: unknown): Cause | undefined {
  const answer = field(output, "answer");
  return answer ? { did: "answered", what: answer } : undefined;
}

/**
 * Returns the end of this surface as the reason for later surfaces; undefined if it was neither answered nor
 * dismissed.
 */
function endOf(title: string, state: Surface["state"]): Cause | undefined {
  if (state === "answered") return { did: "answered", what: title };
  return state === "read" ? { did: "done with", what: title } : undefined;
}

/**
 * Returns the browser's surface, placed at the browser's first use. Its state is `waiting` while a run waits
 * because the user has taken over the browser.
 */
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
    title: titleOfKind("browser"),
    kind: "browser",
    input: undefined,
    component: undefined,
    answer: undefined,
    because,
    at: timeOf(message),
    answeredAt: undefined,
  };
}

export const newestOf = (surfaces: readonly Surface[]): Surface | undefined =>
  surfaces.findLast(({ browser }) => browser?.isNewest) ??
  surfaces.reduce<Surface | undefined>((last, one) => (last && last.step > one.step ? last : one), undefined);

function factsOf({ metadata }: UIMessage, toolCallId: string): Record<string, unknown> {
  const calls = isRecord(metadata) && isRecord(metadata.calls) ? metadata.calls : {};
  const facts = Object.hasOwn(calls, toolCallId) ? calls[toolCallId] : undefined;
  return isRecord(facts) ? facts : {};
}

function readBefore(facts: Record<string, unknown>): Pick<Surface, "readWeb"> {
  const why = approvalReason.safeParse(facts.because).data;
  return why?.kind === "web" ? { readWeb: why.origins } : {};
}
