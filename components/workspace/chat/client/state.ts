import type { UIMessage } from "ai";
import type { Ask, Snapshot } from "@/lib/shared/chat/contract";
import { share } from "@/lib/shared/chat/share";
import { surfaceId } from "@/lib/shared/chat/surfaces/surfaces";

export type Outgoing = {
  message: UIMessage;
  state: "sending" | "sent" | "failed";
  /**
   * True if a question was open when the user sent the message. The server then takes the message as the
   * answer.
   */
  answers: boolean;
  model?: string;
  projectId?: string;
  problem?: string;
};

/** A pending edit or retry: hides all messages from `from` on and shows `message`, if any, instead. */
export type Rewriting = { from: string; message?: UIMessage };

/** State of an answer given in this tab. `elsewhere`: another tab answered first. */
export type Answering = {
  /** Kind of the ask that was answered; the same call may ask twice, for example first for approval. */
  kind?: Ask["kind"];
  /** Reason of the ask that was answered; an allowed call may ask again for another reason. */
  because?: Ask["because"];
  state: "sending" | "taken" | "failed" | "elsewhere";
  output: unknown;
  problem?: string;
  details?: unknown;
};

export type ConversationState = {
  isStored: boolean;
  snapshot: Snapshot;
  live: UIMessage | undefined;
  running: boolean;
  stopping: boolean;
  outbox: Outgoing[];
  answering: Record<string, Answering>;
  rewriting: Rewriting | undefined;
  turningTo: string | undefined;
  isEndingSession: boolean;
  /** Id of the conversation that continues this one, whose session has ended. */
  movedTo: string | undefined;
  lost: boolean;
  deleted: boolean;
  problem: string | undefined;
};

export type Project = NonNullable<Snapshot["conversation"]["project"]>;

export const askId = (ask: Pick<Ask, "messageId" | "toolCallId">): string =>
  surfaceId(ask.messageId, ask.toolCallId);

/** `project`: the project of a new conversation. */
export function initialState(
  id: string,
  initial: Snapshot | null,
  project: Project | null = null,
): ConversationState {
  const now = new Date(0).toISOString();
  return {
    isStored: initial !== null,
    snapshot: initial ?? {
      conversation: { id, title: "", createdAt: now, updatedAt: now, model: null, project },
      messages: [],
      run: null,
      asks: [],
    },
    live: undefined,
    running: initial?.run?.status === "running",
    stopping: false,
    outbox: [],
    answering: {},
    rewriting: undefined,
    turningTo: undefined,
    isEndingSession: false,
    movedTo: undefined,
    lost: false,
    deleted: false,
    problem: undefined,
  };
}

/**
 * Replaces the state with the server's snapshot, except for local data that the snapshot cannot contain yet.
 */
export function applySnapshot(state: ConversationState, now: Snapshot): ConversationState {
  // Compares with the shown messages, so that an unchanged message keeps its object identity.
  const snapshot = share({ ...state.snapshot, messages: inPlace(state, now.messages) }, now);
  const running = snapshot.run?.status === "running";
  const there = new Set(snapshot.messages.map(({ id }) => id));
  const open = new Set(snapshot.asks.map(askId));
  return {
    ...state,
    isStored: true,
    snapshot,
    live: running ? shownMessages(state).find(({ id }) => id === snapshot.run?.messageId) : undefined,
    running,
    stopping: running && state.stopping,
    outbox: state.outbox.filter(
      ({ message, state: sent, answers }) =>
        !there.has(message.id) && !(sent === "sent" && (answers || !running)),
    ),
    answering: Object.fromEntries(
      // Keep each accepted answer until the running message contains it.
      Object.entries(state.answering).filter(
        ([id, { state }]) =>
          open.has(id) ||
          state === "elsewhere" ||
          (state === "taken" && running && id.startsWith(`${snapshot.run?.messageId}/`)),
      ),
    ),
    rewriting: undefined,
    lost: false,
  };
}

/**
 * Returns the messages of a snapshot. For a message that is already shown, returns the shown object, so that
 * an unchanged message keeps its object identity.
 */
function inPlace(state: ConversationState, messages: readonly UIMessage[]): UIMessage[] {
  const shown = new Map(shownMessages(state).map((message) => [message.id, message]));
  return messages.map((message) => shown.get(message.id) ?? message);
}

/** Puts a page of earlier messages before those of the snapshot. */
export function withEarlier(
  snapshot: Snapshot,
  { messages, earlier: count }: { messages: UIMessage[]; earlier: number },
): Snapshot {
  const loaded = new Set(messages.map(({ id }) => id));
  const rest = snapshot.earlier?.messages.filter(({ id }) => !loaded.has(id)) ?? [];
  return {
    ...snapshot,
    messages: [...messages, ...snapshot.messages],
    earlier: count > 0 ? { count, messages: rest } : null,
  };
}

/** Returns the messages to show, with the running message in its place or last. */
export function shownMessages({ snapshot, live, rewriting }: ConversationState): UIMessage[] {
  const { messages, run } = snapshot;
  const settled = rewritten(messages.slice(0, messages.length - waitingCount(snapshot)), rewriting);
  if (!live) return settled;
  const index = settled.findIndex(({ id }) => id === (live.id || run?.messageId));
  return index < 0 ? [...settled, live] : settled.with(index, live);
}

export function rewritten(messages: UIMessage[], rewriting: Rewriting | undefined): UIMessage[] {
  const at = messages.findIndex(({ id }) => id === rewriting?.from);
  if (at < 0) return messages;
  return [...messages.slice(0, at), ...(rewriting?.message ? [rewriting.message] : [])];
}

export const waitingMessages = ({ snapshot }: ConversationState): UIMessage[] =>
  snapshot.messages.slice(snapshot.messages.length - waitingCount(snapshot));

const waitingCount = ({ run, messages }: Snapshot): number =>
  run?.status === "running" ? Math.min(run.pending ?? 0, messages.length) : 0;

/** Returns whether the answer belongs to this ask and not to an earlier one of the same call. */
export const isAbout = ({ kind, because }: Answering, ask: Ask): boolean =>
  (kind ?? ask.kind) === ask.kind &&
  (because === undefined || JSON.stringify(because) === JSON.stringify(ask.because ?? null));

export const openAsks = ({ snapshot, answering, rewriting }: ConversationState): Ask[] =>
  snapshot.asks.filter((ask) => {
    if (rewriting) return false;
    const answered = answering[askId(ask)];
    // An allowed call may ask again, for another reason or for input on its surface.
    if (!answered || !isAbout(answered, ask)) return true;
    return answered.state !== "taken" && answered.state !== "elsewhere";
  });
