import { randomUUID } from "node:crypto";
import { singleton } from "@/lib/ground/base/process";
import type { Changes } from "@/lib/shared/mcp/component-calls";
import { listening, type Notice, subscribe } from "@/lib/store/bus";

/** Less than the minute after which most programs give up. */
const WAIT_MS = 25_000;
/** Changes within this time are answered together, because each makes the document read again. */
const GATHER_MS = 150;
/** Maximum changes that are remembered for documents that ask again. */
const MAX_REMEMBERED = 1_000;

type Change = { number: number; agentId: string | null; tables: string[] | null };

/** The latest changes of all agents on this server. Cursors of another server, or of an earlier start, are unknown. */
class ChangeLog {
  readonly #id = randomUUID().slice(0, 8);
  readonly #changes: Change[] = [];
  readonly #waiting = new Set<() => void>();
  #last = 0;

  constructor() {
    subscribe((notice) => this.#take(notice));
  }

  /** Returns the changes of an agent since a cursor; null if there are none. */
  since(agentId: string, cursor: string | undefined): Changes | null {
    const [id, text] = (cursor ?? "").split(".");
    const from = Number(text);
    const now = { cursor: `${this.#id}.${this.#last}` };
    const oldest = this.#changes[0]?.number ?? this.#last + 1;
    if (id !== this.#id || !Number.isInteger(from) || from < oldest - 1 || from > this.#last)
      return { ...now, isWhole: true, tables: [], hasState: true };
    const all = this.#changes.filter(
      (one) => one.number > from && (one.agentId === agentId || one.agentId === null),
    );
    if (all.length === 0) return null;
    if (all.some((one) => one.agentId === null)) return { ...now, isWhole: true, tables: [], hasState: true };
    const lists = all.flatMap(({ tables }) => (tables ? [tables] : []));
    const isAny = lists.some((tables) => tables.length === 0);
    return {
      ...{ ...now, isWhole: false, hasState: lists.length < all.length },
      tables: lists.length === 0 ? null : isAny ? [] : [...new Set(lists.flat())],
    };
  }

  get cursor(): string {
    return `${this.#id}.${this.#last}`;
  }

  /** Resolves at the next change of any agent, or after `ms`. */
  async next(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#waiting.add(resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
  }

  #take(notice: Notice): void {
    if (notice.type === "database") this.#add({ agentId: notice.agent, tables: notice.tables });
    else if (notice.type === "state") this.#add({ agentId: notice.agent, tables: null });
    // Notices may have been lost, so anything may have changed.
    else if (notice.type === "gap") this.#add({ agentId: null, tables: [] });
  }

  #add(change: Omit<Change, "number">): void {
    this.#changes.push({ number: ++this.#last, ...change });
    if (this.#changes.length > MAX_REMEMBERED) this.#changes.shift();
    for (const resolve of this.#waiting) resolve();
  }
}

const changeLog = () => singleton("changes for components", () => new ChangeLog());

/** Returns the newest cursor. Read it before the data, so that no later change is missed. */
export async function currentCursor(): Promise<string> {
  await listening();
  return changeLog().cursor;
}

/** Waits until a table or the state of the agent has changed since `cursor`, for at most 25 s. */
export async function changesSince(
  agentId: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Changes> {
  await listening();
  const log = changeLog();
  const end = performance.now() + WAIT_MS;
  for (;;) {
    const found = log.since(agentId, cursor);
    if (found?.isWhole) return found;
    if (found) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      return log.since(agentId, cursor) ?? found;
    }
    const left = end - performance.now();
    if (left <= 0 || signal.aborted)
      return { cursor: log.cursor, isWhole: false, tables: null, hasState: false };
    await log.next(left, signal);
  }
}
