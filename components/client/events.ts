import * as z from "zod/mini";
import { agentAddress } from "@/lib/shared/agents/agent-address";
import { changeEvent } from "@/lib/shared/chat/contract";
import { KINDS, type Kind } from "@/lib/shared/kinds";
import { type ToldKind, toldKind } from "@/lib/shared/telling";
import { ofAgent } from "./request";

/** Tabs that show the same agent hear the same. */
const nameOf = () => `easel:events${agentAddress(location.pathname).base}`;
const AGAIN_MS = 5_000;

/**
 * What changed: a conversation by its id, a component by its name, the history of a thing by kind and name, tables of the
 * agent's database, a sheet, the pins, the settings, the jobs, or null when anything may have changed unheard.
 */
export type Change = string | null;

const COMPONENT = "component ";
export const PINS = "pins";

const FILE = "file ";

const HISTORY = "history ";

/** A setting changed. */
export const SETTINGS = "settings";

/** Jobs, triggers, the pulse, or what became of a firing. */
export const JOBS = "jobs";

/** An agent was made, changed or deleted, or is back. */
export const AGENTS = "agents";

/** A conversation of another agent changed: what waits for the person may be another. */
export const ELSEWHERE = "elsewhere";

/** What went to the network is kept. */
export const REQUESTS = "requests";

/** An MCP server, its connection or its tools. */
export const MCP = "mcp";

/** A channel's account, how it stands, or who is paired. */
export const CHANNELS = "channels";

const HELPERS = "helpers ";

/** Whether it is how the helpers of a conversation stand. */
export const isHelpersOf = (change: string, conversationId: string): boolean =>
  change === conversationId || change === HELPERS + conversationId;

const SHEET = "sheet ";
const changedSheet = z.object({ conversation: z.string(), id: z.string(), version: z.number() });

/** The sheet of which something else is kept now, and its version, if that is what changed. */
export const sheetOf = (change: string): z.infer<typeof changedSheet> | undefined =>
  change.startsWith(SHEET) ? changedSheet.parse(JSON.parse(change.slice(SHEET.length))) : undefined;

const DATABASE = "database ";
const names = z.array(z.string());

/** The tables of the agent's database that changed, if any did; none named when it may be all of them. */
export const tablesOf = (change: string): string[] | undefined =>
  change.startsWith(DATABASE) ? names.parse(JSON.parse(change.slice(DATABASE.length))) : undefined;

const DOCUMENTS = "documents ";

/** The collections of documents that changed, if any did. */
export const collectionsOf = (change: string): string[] | undefined =>
  change.startsWith(DOCUMENTS) ? names.parse(JSON.parse(change.slice(DOCUMENTS.length))) : undefined;

const TOLD = "told ";

/** What waits since nobody looked, if that is what is told. */
export const toldOf = (change: string): ToldKind | undefined =>
  change.startsWith(TOLD) ? toldKind.parse(change.slice(TOLD.length)) : undefined;

/** Whether a conversation changed: its messages, its run, what it asks. */
export const isConversation = (change: string): boolean => !OTHERS.has(change) && !change.includes(" ");
const OTHERS = new Set([PINS, SETTINGS, JOBS, AGENTS, REQUESTS, MCP, CHANNELS, ELSEWHERE]);

/** The component that changed, if it was one. */
export const componentOf = (change: string): string | undefined =>
  change.startsWith(COMPONENT) ? change.slice(COMPONENT.length) : undefined;

/** The file that was read, deleted or brought back, if that is what changed. */
export const fileOf = (change: string): string | undefined =>
  change.startsWith(FILE) ? change.slice(FILE.length) : undefined;

/** What has a new version, if that is what changed. */
export function historyOf(change: string): { kind: Kind; name: string } | undefined {
  const [head, kind, ...name] = change.split(" ");
  const known = KINDS.find((one) => one === kind);
  return head === HISTORY.trim() && known ? { kind: known, name: name.join(" ") } : undefined;
}

/**
 * Hears of changes for as long as it is not left. A browser opens few connections to one server, and each stream takes
 * one: so a single tab listens, the one that became visible last, and tells the others.
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

  // Locks are missing where the page came over plain http from another machine: there each tab listens.
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
    // Rejects when another tab takes the lead, and when a queued request is given up for a stolen one.
    const request = navigator.locks.request(nameOf(), steal ? { steal } : { signal: over }, lead);
    steal = false;
    await request.catch(() => {});
    isLeading = false;
    turn.abort();
  }
}

const isVisible = (): boolean => document.visibilityState === "visible";

/** Listens until `signal` says so; opens again what the browser has given up. */
function subscribe(tell: (change: Change) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource(ofAgent("/api/events?elsewhere=true"));
      source.onopen = () => tell(null);
      source.onmessage = ({ data }) => {
        const change = changeEvent.safeParse(parse(data)).data;
        if (change) tell(wordOf(change));
      };
      source.onerror = () => {
        // Whoever asks now finds out whether the server is gone, and says so.
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

function wordOf(change: z.infer<typeof changeEvent>): string {
  if (change.type === "pins") return PINS;
  if (change.type === "requests") return REQUESTS;
  if (change.type === "settings") return SETTINGS;
  if (change.type === "jobs") return JOBS;
  if (change.type === "agents") return AGENTS;
  if (change.type === "elsewhere") return ELSEWHERE;
  if (change.type === "mcp") return MCP;
  if (change.type === "channels") return CHANNELS;
  if (change.type === "helpers") return HELPERS + change.id;
  if (change.type === "told") return TOLD + change.kind;
  if (change.type === "file") return FILE + change.id;
  if (change.type === "sheet") return SHEET + JSON.stringify(change);
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
