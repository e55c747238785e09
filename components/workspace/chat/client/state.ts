import type { UIMessage } from "ai";
import type { Ask, Snapshot } from "@/lib/shared/chat/contract";
import { share } from "@/lib/shared/chat/share";
import { surfaceId } from "@/lib/shared/chat/surfaces/surfaces";

/** A text of the person that the server has not put in its place yet. */
export type Outgoing = {
  message: UIMessage;
  state: "sending" | "sent" | "failed";
  /** Sent while a question was open, so the server takes it as the answer. */
  answers: boolean;
  /** The model that was chosen for a conversation that begins with it. */
  model?: string;
  problem?: string;
};

/** What stands from this message on gives way: to another version of it, or to another answer. */
export type Rewriting = { from: string; message?: UIMessage };

/** What became of an answer that was given here. `elsewhere`: another tab was first. */
export type Answering = {
  /** Of the ask: one call may ask twice, first whether it may run. */
  kind?: Ask["kind"];
  /** Why that ask asked: a call that was allowed may ask again, for another reason. */
  because?: Ask["because"];
  state: "sending" | "taken" | "failed" | "elsewhere";
  output: unknown;
  problem?: string;
  /** What is wrong with which field of it. */
  details?: unknown;
};

export type ConversationState = {
  /** False until the server has heard of this conversation. */
  known: boolean;
  snapshot: Snapshot;
  /** The message that is being written, as far as it has come. */
  live: UIMessage | undefined;
  running: boolean;
  stopping: boolean;
  outbox: Outgoing[];
  answering: Record<string, Answering>;
  /** On its way to the server. */
  rewriting: Rewriting | undefined;
  /** The message whose branch is asked for. */
  turningTo: string | undefined;
  /** The session is being ended, by this tab. */
  dividing: boolean;
  /** The conversation that took what was said here, since this one has ended. */
  movedTo: string | undefined;
  /** Easel was not reached when last tried. */
  lost: boolean;
  deleted: boolean;
  problem: string | undefined;
};

export const askId = (ask: Pick<Ask, "messageId" | "toolCallId">): string =>
  surfaceId(ask.messageId, ask.toolCallId);

export function initialState(id: string, known: Snapshot | null): ConversationState {
  const now = new Date(0).toISOString();
  return {
    known: known !== null,
    snapshot: known ?? {
      conversation: { id, title: "", createdAt: now, updatedAt: now, model: null },
      messages: [],
      run: null,
      asks: [],
    },
    live: undefined,
    running: known?.run?.status === "running",
    stopping: false,
    outbox: [],
    answering: {},
    rewriting: undefined,
    turningTo: undefined,
    dividing: false,
    movedTo: undefined,
    lost: false,
    deleted: false,
    problem: undefined,
  };
}

/** What the server said, over what this tab believed. */
export function applySnapshot(state: ConversationState, now: Snapshot): ConversationState {
  // With what is on the screen, so that a message that has just been written stays the same object.
  const snapshot = share({ ...state.snapshot, messages: inPlace(state, now.messages) }, now);
  const running = snapshot.run?.status === "running";
  const there = new Set(snapshot.messages.map(({ id }) => id));
  const open = new Set(snapshot.asks.map(askId));
  return {
    ...state,
    known: true,
    snapshot,
    // The server does not tell the message of a run that runs; until its stream does, it stands as it was shown.
    live: running ? shownMessages(state).find(({ id }) => id === snapshot.run?.messageId) : undefined,
    running,
    stopping: running && state.stopping,
    outbox: state.outbox.filter(
      ({ message, state: sent, answers }) =>
        !there.has(message.id) && !(sent === "sent" && (answers || !running)),
    ),
    answering: Object.fromEntries(
      // Until the running message has it, an answer that was taken is known from here alone.
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

/** What is shown, where it stands among all messages when it is only the last of them. */
function inPlace(state: ConversationState, all: readonly UIMessage[]): UIMessage[] {
  const shown = shownMessages(state);
  if (!state.snapshot.hasEarlier) return shown;
  const first = all.findIndex(({ id }) => id === shown[0]?.id);
  return first > 0 ? [...all.slice(0, first), ...shown] : shown;
}

/** The messages as they are shown: the one being written in its place, or last. */
export function shownMessages({ snapshot, live, rewriting }: ConversationState): UIMessage[] {
  const { messages, run } = snapshot;
  const settled = rewritten(messages.slice(0, messages.length - waitingTexts(snapshot)), rewriting);
  if (!live) return settled;
  const index = settled.findIndex(({ id }) => id === (live.id || run?.messageId));
  return index < 0 ? [...settled, live] : settled.with(index, live);
}

/** The messages with another version of one of them, which has nothing after it yet. */
export function rewritten(messages: UIMessage[], rewriting: Rewriting | undefined): UIMessage[] {
  const at = messages.findIndex(({ id }) => id === rewriting?.from);
  if (at < 0) return messages;
  return [...messages.slice(0, at), ...(rewriting?.message ? [rewriting.message] : [])];
}

/** Texts that are with the server but come after the message that is still being written. */
export const waitingMessages = ({ snapshot }: ConversationState): UIMessage[] =>
  snapshot.messages.slice(snapshot.messages.length - waitingTexts(snapshot));

const waitingTexts = ({ run, messages }: Snapshot): number =>
  run?.status === "running" ? Math.min(run.pending ?? 0, messages.length) : 0;

/** Whether an answer was given to this very ask, and not to one that the same call has asked before. */
export const isAbout = ({ kind, because }: Answering, ask: Ask): boolean =>
  (kind ?? ask.kind) === ask.kind &&
  (because === undefined || JSON.stringify(because) === JSON.stringify(ask.because ?? null));

/** The asks that are open and not answered from here. */
export const openAsks = ({ snapshot, answering, rewriting }: ConversationState): Ask[] =>
  snapshot.asks.filter((ask) => {
    if (rewriting) return false;
    const given = answering[askId(ask)];
    // A call that was allowed may ask again, for another reason or for what the person does with what it shows.
    if (!given || !isAbout(given, ask)) return true;
    return given.state !== "taken" && given.state !== "elsewhere";
  });
