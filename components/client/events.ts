import * as z from "zod/mini";
import { agentAddress } from "@/lib/shared/agents/agent-address";
import { changeEvent } from "@/lib/shared/chat/contract";
import { KINDS, type Kind } from "@/lib/shared/kinds";
import { type NotificationKind, notificationKind } from "@/lib/shared/notifications";
import { type RoomEvent, roomEvent } from "@/lib/shared/rooms/room";
import { ofAgent } from "./request";

/** Tabs of the same agent share a channel and a lock. */
const nameOf = () => `easel:events${agentAddress(location.pathname).base}`;
const AGAIN_MS = 5_000;

/**
 * A change, encoded as text: the id of a conversation, a prefix followed by details, or one of the constants
 * below. Null means that changes may have been missed.
 */
export type Change = string | null;

const COMPONENT = "component ";
export const PINS = "pins";

const FILE = "file ";

const HISTORY = "history ";

export const SETTINGS = "settings";

export const JOBS = "jobs";

export const AGENTS = "agents";

/** A member, a role or a right changed. */
export const MEMBERS = "members";

/** A conversation of another agent changed, which may affect the number of open asks. */
export const ELSEWHERE = "elsewhere";

export const REQUESTS = "requests";

export const MCP = "mcp";

export const CHANNELS = "channels";

const SUBAGENTS = "helpers ";

export const isSubagentsOf = (change: string, conversationId: string): boolean =>
  change === conversationId || change === SUBAGENTS + conversationId;

const SURFACE = "sheet ";
const changedSurface = z.object({ conversation: z.string(), id: z.string(), version: z.number() });

export const surfaceOf = (change: string): z.infer<typeof changedSurface> | undefined =>
  change.startsWith(SURFACE) ? changedSurface.parse(JSON.parse(change.slice(SURFACE.length))) : undefined;

const DATABASE = "database ";
const names = z.array(z.string());

/**
 * Returns the changed tables of the agent's database; undefined for other events. An empty list means any
 * table.
 */
export const tablesOf = (change: string): string[] | undefined =>
  change.startsWith(DATABASE) ? names.parse(JSON.parse(change.slice(DATABASE.length))) : undefined;

const DOCUMENTS = "documents ";

export const collectionsOf = (change: string): string[] | undefined =>
  change.startsWith(DOCUMENTS) ? names.parse(JSON.parse(change.slice(DOCUMENTS.length))) : undefined;

const COMMENTS = "comments ";

/** Returns the target whose comments changed; undefined for other events. */
export const commentedIn = (change: string): string | undefined =>
  change.startsWith(COMMENTS) ? change.slice(COMMENTS.length) : undefined;

const ROOM = "room ";

/** Returns a change of a room of components; undefined for other events. */
export const roomEventOf = (change: string): RoomEvent | undefined =>
  change.startsWith(ROOM) ? roomEvent.parse(JSON.parse(change.slice(ROOM.length))) : undefined;

const BUILD = "build ";

/** Returns the build of the server that this tab is connected to; undefined for other events. */
export const buildOf = (change: string): string | undefined =>
  change.startsWith(BUILD) ? change.slice(BUILD.length) : undefined;

const NOTIFICATION = "told ";

/** Returns the notification kind of a `told` event; undefined for other events. */
export const notificationOf = (change: string): NotificationKind | undefined =>
  change.startsWith(NOTIFICATION) ? notificationKind.parse(change.slice(NOTIFICATION.length)) : undefined;

/**
 * Returns true if the event is the id of a conversation, which means that its messages, run or asks changed.
 */
export const isConversation = (change: string): boolean => !OTHERS.has(change) && !change.includes(" ");
const OTHERS = new Set([PINS, SETTINGS, JOBS, AGENTS, MEMBERS, REQUESTS, MCP, CHANNELS, ELSEWHERE]);

export const componentOf = (change: string): string | undefined =>
  change.startsWith(COMPONENT) ? change.slice(COMPONENT.length) : undefined;

export const fileOf = (change: string): string | undefined =>
  change.startsWith(FILE) ? change.slice(FILE.length) : undefined;

export function historyOf(change: string): { kind: Kind; name: string } | undefined {
  const [head, kind, ...name] = change.split(" ");
  const matched = KINDS.find((one) => one === kind);
  return head === HISTORY.trim() && matched ? { kind: matched, name: name.join(" ") } : undefined;
}

/**
 * Subscribes to changes. Returns a function that unsubscribes. Browsers limit the connections to one server
 * and each stream uses one, so only the tab that became visible last opens the stream and broadcasts events
 * to the others.
 */
export function listen(onChange: (change: Change) => void): () => void {
  const leave = new AbortController();
  const { signal } = leave;
  const channel = new BroadcastChannel(nameOf());
  channel.onmessage = ({ data }) => onChange(typeof data === "string" ? data : null);
  const tell = (change: Change) => {
    channel.postMessage(change);
    onChange(change);
  };

  // Insecure contexts have no Web Locks, so each tab opens its own stream.
  if ("locks" in navigator) void takeTurns(tell, signal);
  else void subscribe(tell, signal);

  return () => {
    leave.abort();
    channel.close();
  };
}

async function takeTurns(tell: (change: Change) => void, signal: AbortSignal): Promise<void> {
  let steal = isVisible();
  let isLeading = false;
  let turn = new AbortController();
  const onVisible = () => {
    if (!isVisible() || isLeading) return;
    steal = true;
    turn.abort();
  };
  document.addEventListener("visibilitychange", onVisible, { signal });

  while (!signal.aborted) {
    turn = new AbortController();
    const over = AbortSignal.any([signal, turn.signal]);
    const lead = () => {
      isLeading = true;
      return subscribe(tell, over);
    };
    // The request rejects when another tab steals the lock. A queued request also rejects when this tab becomes
    // visible and aborts it, to steal the lock instead.
    const request = navigator.locks.request(nameOf(), steal ? { steal } : { signal: over }, lead);
    steal = false;
    await request.catch(() => {});
    isLeading = false;
    turn.abort();
  }
}

const isVisible = (): boolean => document.visibilityState === "visible";

/** Keeps the event stream open until `signal` aborts, and reopens it after the browser has closed it. */
function subscribe(tell: (change: Change) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource(ofAgent("/api/events?elsewhere=true"));
      source.onopen = () => tell(null);
      source.onmessage = ({ data }) => {
        const change = changeEvent.safeParse(parse(data)).data;
        if (change) tell(encodeChange(change));
      };
      source.onerror = () => {
        // Let the listeners refetch. Their failing requests then show that the server is unreachable.
        tell(null);
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS);
      };
    };
    const close = () => {
      clearTimeout(timer);
      source?.close();
      resolve();
    };
    if (signal.aborted) return close();
    signal.addEventListener("abort", close, { once: true });
    open();
  });
}

function encodeChange(change: z.infer<typeof changeEvent>): string {
  if (change.type === "pins") return PINS;
  if (change.type === "requests") return REQUESTS;
  if (change.type === "settings") return SETTINGS;
  if (change.type === "jobs") return JOBS;
  if (change.type === "agents") return AGENTS;
  if (change.type === "members") return MEMBERS;
  if (change.type === "elsewhere") return ELSEWHERE;
  if (change.type === "mcp") return MCP;
  if (change.type === "channels") return CHANNELS;
  if (change.type === "helpers") return SUBAGENTS + change.id;
  if (change.type === "comments") return COMMENTS + change.target;
  if (change.type === "room") return ROOM + JSON.stringify(change);
  if (change.type === "build") return BUILD + change.id;
  if (change.type === "told") return NOTIFICATION + change.kind;
  if (change.type === "file") return FILE + change.id;
  if (change.type === "sheet") return SURFACE + JSON.stringify(change);
  if (change.type === "database") return DATABASE + JSON.stringify(change.tables);
  if (change.type === "documents") return DOCUMENTS + JSON.stringify(change.collections);
  if (change.type === "history") return `${HISTORY}${change.kind} ${change.name}`;
  return change.type === "component" ? COMPONENT + change.name : change.id;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
