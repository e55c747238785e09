import { EventEmitter } from "node:events";
import { z } from "zod";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { KINDS } from "@/lib/shared/kinds";
import { NOTIFICATION_KINDS } from "@/lib/shared/notifications";
import { roomChange } from "@/lib/shared/rooms/update";
import { relaxedSql, sql } from "./db";
import { processId } from "./process-id";

const CHANNEL = "easel";
/** Maximum bytes of a payload. Postgres rejects payloads of 8,000 bytes. */
const MAX_PAYLOAD = 7_500;
/** Notices published within this time are sent in one batch. */
const GATHER_MS = 15;

const notice = z.discriminatedUnion("type", [
  z.object({ type: z.literal("events"), runs: z.array(z.string()) }),
  z.object({ type: z.literal("stop"), run: z.string() }),
  /** A conversation changed in a way that lists or idle tabs show. */
  z.object({ type: z.literal("conversation"), agent: z.string(), id: z.string() }),
  z.object({ type: z.literal("helpers"), agent: z.string(), id: z.string() }),
  z.object({ type: z.literal("state"), agent: z.string(), key: z.string() }),
  z.object({ type: z.literal("component"), agent: z.string(), name: z.string() }),
  z.object({ type: z.literal("pins"), agent: z.string() }),
  /** Rows or the schema of these tables of the agent's database changed; an empty list means any table. */
  z.object({ type: z.literal("database"), agent: z.string(), tables: z.array(z.string()) }),
  z.object({ type: z.literal("documents"), agent: z.string(), collections: z.array(z.string()) }),
  z.object({ type: z.literal("history"), agent: z.string(), kind: z.enum(KINDS), name: z.string() }),
  z.object({ type: z.literal("file"), agent: z.string(), id: z.string() }),
  /** The stored state of a surface has this version now. */
  z.object({
    type: z.literal("sheet"),
    agent: z.string(),
    conversation: z.string(),
    id: z.string(),
    version: z.number(),
  }),
  z.object({ type: z.literal("asked"), agent: z.string() }),
  /**
   * A notification was sent for an ask that no visible tab showed, or for a failing job. Hidden tabs show it
   * too.
   */
  z.object({
    type: z.literal("told"),
    agent: z.string(),
    kind: z.enum(NOTIFICATION_KINDS),
    member: z.string(),
  }),
  z.object({ type: z.literal("settings"), agent: z.string() }),
  /** Covers triggers, the pulse and job runs too. */
  z.object({ type: z.literal("jobs"), agent: z.string() }),
  z.object({ type: z.literal("executions"), agent: z.string() }),
  z.object({ type: z.literal("requests"), agent: z.string() }),
  z.object({ type: z.literal("mcp"), agent: z.string(), id: z.string() }),
  z.object({ type: z.literal("agents") }),
  /** A member, their role, or the sharing of an agent or a conversation changed. */
  z.object({ type: z.literal("members") }),
  /** A channel's account, state or contacts changed, or it has new incoming or outgoing messages. */
  z.object({
    type: z.literal("channel"),
    agent: z.string(),
    id: z.string(),
    what: z.enum(["account", "updates", "outbox", "contacts"]),
  }),
  /** A session was signed out; null means all sessions. */
  z.object({ type: z.literal("session"), id: z.string().nullable() }),
  /** The user has set, changed or removed the password. */
  z.object({ type: z.literal("password") }),
  /** An app was published or unpublished, its link was replaced, or visitors wrote with it. */
  z.object({ type: z.literal("app"), agent: z.string(), id: z.string() }),
  /** A share link was revoked, or its copy replaced. */
  z.object({ type: z.literal("share"), id: z.string() }),
  /** Comments on this target were added, changed or deleted. */
  z.object({ type: z.literal("comments"), agent: z.string(), target: z.string() }),
  /** A change of a room of components, with its content, because rooms are not stored. */
  z.object({ type: z.literal("room"), room: z.string(), change: roomChange }),
  z.object({ type: z.literal("mcp_token"), agent: z.string(), id: z.string() }),
  /** A server that is shutting down released its runs. */
  z.object({ type: z.literal("released") }),
  /** The LISTEN connection was lost and is back, so notices may have been missed. */
  z.object({ type: z.literal("gap") }),
]);
const envelope = z.object({ from: z.string(), notices: z.array(notice) });

export type Notice = z.infer<typeof notice>;

/**
 * Sends a notice to every server on the database, including this one. Notices can be lost, so the tables
 * remain the source of truth. Local listeners run at once; other servers get it with the next batch.
 */
export function publish(item: Notice): void {
  const { emitter, queue, timers } = bus();
  emitter.emit("notice", item);
  queue.push(item);
  if (queue.length === 1) timers.flush = setTimeout(flush, GATHER_MS);
}

export function subscribe(listener: (item: Notice) => void): () => void {
  const { emitter } = bus();
  emitter.on("notice", listener);
  return () => emitter.off("notice", listener);
}

/**
 * Resolves on the first notice that `concerns` accepts, or after `timeoutMs`. Reread the state either way:
 * notices can be lost.
 */
export function waitForNotice(concerns: (item: Notice) => boolean, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribe((item) => {
      if (concerns(item)) done();
    });
    const timer = setTimeout(done, timeoutMs);
  });
}

/** Resolves when the conversation changes, or after 500 ms. */
export const waitForConversationChange = (conversationId: string): Promise<void> =>
  waitForNotice((item) => item.type === "conversation" && item.id === conversationId, 500);

/** Resolves once this server receives notices of other servers. */
export const listening = (): Promise<void> => bus().ready;

/** Returns the payload of a NOTIFY, for statements that send it themselves. */
export const payload = (notices: Notice[]): string => JSON.stringify({ from: processId(), notices });

const bus = () =>
  singleton(
    "bus",
    () => {
      const emitter = new EventEmitter();
      emitter.setMaxListeners(0);
      let isFirst = true;
      // Called for the first LISTEN, and again after each lost connection.
      const onListen = () => {
        if (!isFirst) emitter.emit("notice", { type: "gap" } satisfies Notice);
        isFirst = false;
      };
      const subscription = sql().listen(CHANNEL, (text) => receive(emitter, text), onListen);
      const ready = subscription.then(
        () => {},
        (error: unknown) => {
          isFirst = false;
          log.error("This server does not receive notices of other servers for now", error);
        },
      );
      const timers: { flush?: NodeJS.Timeout } = {};
      return { emitter, queue: [] as Notice[], timers, ready, subscription };
    },
    async ({ subscription, timers }) => {
      clearTimeout(timers.flush);
      await subscription.then((s) => s.unlisten()).catch(() => {});
    },
  );

function receive(emitter: EventEmitter, text: string): void {
  const parsed = envelope.safeParse(safeJson(text));
  if (!parsed.success || parsed.data.from === processId()) return;
  for (const item of parsed.data.notices) emitter.emit("notice", item);
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Removes the queued notices and returns their payloads. The caller must send them, for example within a
 * statement that it runs anyway.
 */
export function takeQueued(): string[] {
  const { queue, timers } = bus();
  clearTimeout(timers.flush);
  return pack(queue.splice(0));
}

function flush(): void {
  for (const text of takeQueued()) void send(text);
}

async function send(text: string): Promise<void> {
  try {
    await relaxedSql()`select pg_notify(${CHANNEL}, ${text})`;
  } catch (error) {
    log.warn("A notice to other servers was not sent", error);
  }
}

function pack(notices: Notice[]): string[] {
  const payloads: string[] = [];
  let batch: Notice[] = [];
  for (const item of notices) {
    batch.push(item);
    if (batch.length > 1 && Buffer.byteLength(payload(batch)) > MAX_PAYLOAD) {
      batch.pop();
      payloads.push(payload(batch));
      batch = [item];
    }
  }
  if (batch.length > 0) payloads.push(payload(batch));
  return payloads;
}
