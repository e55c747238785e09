import { EventEmitter } from "node:events";
import { z } from "zod";
import { log } from "@/lib/ground/base/log";
import { owned } from "@/lib/ground/base/process";
import { KINDS } from "@/lib/shared/kinds";
import { TOLD_KINDS } from "@/lib/shared/telling";
import { relaxedSql, sql } from "./db";
import { processId } from "./process-id";

const CHANNEL = "easel";
/** Postgres refuses payloads of 8,000 bytes. */
const MAX_PAYLOAD = 7_500;
/** Notices of this long travel together. */
const GATHER_MS = 15;

const notice = z.discriminatedUnion("type", [
  /** New rows in run_events of these runs. */
  z.object({ type: z.literal("events"), runs: z.array(z.string()) }),
  z.object({ type: z.literal("stop"), run: z.string() }),
  /** Something of this conversation changed that a list or an idle tab shows. */
  z.object({ type: z.literal("conversation"), agent: z.string(), id: z.string() }),
  /** How a helper of this conversation stands. */
  z.object({ type: z.literal("helpers"), agent: z.string(), id: z.string() }),
  z.object({ type: z.literal("state"), agent: z.string(), key: z.string() }),
  z.object({ type: z.literal("component"), agent: z.string(), name: z.string() }),
  /** What is pinned to the canvas changed. */
  z.object({ type: z.literal("pins"), agent: z.string() }),
  /** Rows or the shape of these tables of the agent's own database changed; of any, where none is named. */
  z.object({ type: z.literal("database"), agent: z.string(), tables: z.array(z.string()) }),
  /** Documents of these collections of the agent changed. */
  z.object({ type: z.literal("documents"), agent: z.string(), collections: z.array(z.string()) }),
  /** A thing has a new version. */
  z.object({ type: z.literal("history"), agent: z.string(), kind: z.enum(KINDS), name: z.string() }),
  /** A file was read for the agent, deleted or brought back. */
  z.object({ type: z.literal("file"), agent: z.string(), id: z.string() }),
  /** What is kept of a sheet has this version now. */
  z.object({
    type: z.literal("sheet"),
    agent: z.string(),
    conversation: z.string(),
    id: z.string(),
    version: z.number(),
  }),
  /** Something waits for the person. */
  z.object({ type: z.literal("asked"), agent: z.string() }),
  /** Something waits, and nobody looked: a tab that is open and not seen says so. */
  z.object({ type: z.literal("told"), agent: z.string(), kind: z.enum(TOLD_KINDS) }),
  /** The person has changed a setting. */
  z.object({ type: z.literal("settings"), agent: z.string() }),
  /** Jobs, triggers, the pulse, or what became of a firing. */
  z.object({ type: z.literal("jobs"), agent: z.string() }),
  /** A run of the agent's code is on the record. */
  z.object({ type: z.literal("executions"), agent: z.string() }),
  /** What went to the network for the agent is kept: the audit shows it. */
  z.object({ type: z.literal("requests"), agent: z.string() }),
  /** An MCP server was added, changed or removed, or its connection or its tools are others. */
  z.object({ type: z.literal("mcp"), agent: z.string(), id: z.string() }),
  /** An agent was made, changed or deleted, or is back. */
  z.object({ type: z.literal("agents") }),
  /** A channel's account, state or people changed, or something has come in or is to go out by it. */
  z.object({
    type: z.literal("channel"),
    agent: z.string(),
    id: z.string(),
    what: z.enum(["account", "updates", "outbox", "contacts"]),
  }),
  /** Somebody was signed out; everybody, where no session is named. */
  z.object({ type: z.literal("session"), id: z.string().nullable() }),
  /** A token of a program was revoked. */
  z.object({ type: z.literal("mcp_token"), agent: z.string(), id: z.string() }),
  /** A server that stops has given its runs up. */
  z.object({ type: z.literal("released") }),
  /** The connection on which others are heard was lost and is back: anything may have been missed meanwhile. */
  z.object({ type: z.literal("gap") }),
]);
const envelope = z.object({ from: z.string(), notices: z.array(notice) });

export type Notice = z.infer<typeof notice>;

/**
 * Tells every server on the database, this one included. A hint, not a record: who missed one still finds the truth in
 * the tables. Local listeners hear at once; the others with the next batch.
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

/** Resolves at the next notice that `concerns` says yes to, or after a while: notices are hints and may be missed. */
export function heard(concerns: (item: Notice) => boolean, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribe((item) => {
      if (concerns(item)) done();
    });
    const timer = setTimeout(done, patienceMs);
  });
}

/** Resolves when something of a conversation has changed, or after a moment. */
export const changeOf = (conversationId: string): Promise<void> =>
  heard((item) => item.type === "conversation" && item.id === conversationId, 500);

/** Resolves when notices of other servers arrive. */
export const listening = (): Promise<void> => bus().ready;

/** The text of a NOTIFY for `notices`, for statements that send it along. */
export const payload = (notices: Notice[]): string => JSON.stringify({ from: processId(), notices });

const bus = () =>
  owned(
    "bus",
    () => {
      const emitter = new EventEmitter();
      emitter.setMaxListeners(0);
      let isFirst = true;
      // The driver listens again by itself after each loss of the connection.
      const onListen = () => {
        if (!isFirst) emitter.emit("notice", { type: "gap" } satisfies Notice);
        isFirst = false;
      };
      const subscription = sql().listen(CHANNEL, (text) => receive(emitter, text), onListen);
      const ready = subscription.then(
        () => {},
        (error: unknown) => {
          isFirst = false;
          log.error("This server does not hear of changes made by others for now", error);
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

/** The texts of what waits to be sent, for a statement that goes to the database anyway; they are not sent otherwise. */
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
  const texts: string[] = [];
  let batch: Notice[] = [];
  for (const item of notices) {
    batch.push(item);
    if (batch.length > 1 && Buffer.byteLength(payload(batch)) > MAX_PAYLOAD) {
      batch.pop();
      texts.push(payload(batch));
      batch = [item];
    }
  }
  if (batch.length > 0) texts.push(payload(batch));
  return texts;
}
