import { ApiError } from "@/components/client/request";
import { type HearData, LiveQueries } from "@/components/draw/live-queries/live-queries";
import type { LiveQuery } from "@/components/draw/live-queries/live-query";
import type { SqlQuery } from "@/lib/shared/blocks/live";
import { uniqueNames } from "@/lib/shared/blocks/sql-query";
import type { CallOutcome } from "@/lib/shared/components/access";
import type { ComponentCall } from "@/lib/shared/components/call";
import type { Param } from "@/lib/shared/data/cell";
import type { QueryResult } from "@/lib/shared/data/contract";
import { LIMITS } from "@/lib/shared/frame/limits";
import type { FrozenRows, ToFrame, ToServer } from "@/lib/shared/frame/protocol";
import { t } from "@/lib/shared/i18n/en/frame";
import type { Warden } from "./consent/consent";
import { type Grantor, Permissions } from "./consent/permissions";
import type { RoomServer } from "./room-link";
import { changeRows, writersBy } from "./row-changes";

export type FileReference = { id: string; name: string; mediaType: string; size: number; url: string };

export type SurfaceServer = Grantor &
  Pick<Warden, "look" | "allow"> & {
    call(call: ComponentCall, signal: AbortSignal): Promise<CallOutcome>;
    store?: (file: File) => Promise<FileReference>;
    /** The room of the component. Without it, a component is alone. */
    room?: RoomServer;
    hear: HearData;
    /** Why rows cannot be changed; undefined if they can. */
    isReadOnly?: string;
  };

export type Done = Exclude<CallOutcome, { asks: unknown } | { question: unknown }>;
type Followed = { key: string; live: LiveQuery; leave: () => void; stopWatching?: () => void };
type Ends = { send(message: ToFrame): void; onBreach(why: string): void };

/** Concurrent reads of one frame. The server accepts a few more, for a second tab. */
const READS_AT_ONCE = 3;

/** Handles the server requests of one frame: followed queries, row changes, tools and files. */
export class ServerLink {
  readonly permissions: Permissions;
  #server: SurfaceServer;
  readonly #ends: Ends;
  readonly #queries: LiveQueries;
  readonly #followed = new Map<number, Followed>();
  readonly #end = new AbortController();
  readonly #turns: (() => void)[] = [];
  #reading = 0;
  #waiting = 0;
  #isSeen = false;
  #stop: (() => void) | undefined;

  constructor(server: SurfaceServer, ends: Ends) {
    this.#server = server;
    this.#ends = ends;
    this.#queries = new LiveQueries(
      (query) => this.#read(query as SqlQuery),
      server.hear,
      writersBy((call) => this.#call(call)),
    );
    const grantor: Grantor = {
      access: () => this.#server.access(),
      change: (change) => this.#server.change(change),
    };
    this.permissions = new Permissions(grantor, () => {
      for (const { live } of this.#followed.values()) live.retry();
    });
    const { signal } = this.#end;
    document.addEventListener("visibilitychange", () => this.#look(), { signal });
  }

  /**
   * Replaces the server after the surface has changed: the same frame continues, with the call that changed the
   * surface.
   */
  use(server: SurfaceServer): void {
    if (this.#server === server) return;
    this.#server = server;
    if (this.permissions.state().access) void this.permissions.look();
  }

  /** Sets whether the frame is visible. Queries are not read while it is not. */
  setSeen(isSeen: boolean): void {
    this.#isSeen = isSeen;
    this.#look();
  }

  /** Returns the current rows of each followed query, for an exported component without a server. */
  rows(): FrozenRows {
    return Object.fromEntries(
      [...this.#followed].map(([id, { key, live }]) => {
        const { columns, rows, truncated } = rowsOf(id, live);
        return [key, { columns, rows, truncated }];
      }),
    );
  }

  /** Returns whether every followed query has its rows, or has failed. */
  isLoaded(): boolean {
    return [...this.#followed.values()].every(
      ({ live }) => live.state.result !== undefined || live.state.error !== undefined,
    );
  }

  receive(message: ToServer): void {
    if (message.type === "follow") this.#follow(message);
    else if (message.type === "unfollow") this.#unfollow(message.id);
    else if (this.#waiting >= LIMITS.waiting)
      this.#ends.send({
        type: "done",
        id: message.id,
        problem: "Too many requests of this component are waiting.",
      });
    else void this.#settle(message);
  }

  close(): void {
    this.#end.abort();
    this.permissions.close();
    for (const id of [...this.#followed.keys()]) this.#unfollow(id);
  }

  #follow({ id, sql, params }: Extract<ToServer, { type: "follow" }>): void {
    if (this.#followed.has(id) || this.#followed.size >= LIMITS.queries) {
      this.#ends.onBreach(t("tooManyQueries"));
      return;
    }
    this.#stop ??= this.#queries.use();
    const live = this.#queries.get({ sql, params });
    const tell = () => this.#ends.send(rowsOf(id, live));
    this.#followed.set(id, { key: JSON.stringify([sql, params]), live, leave: live.subscribe(tell) });
    if (live.state.result) tell();
    this.#look();
  }

  #unfollow(id: number): void {
    const followed = this.#followed.get(id);
    this.#followed.delete(id);
    followed?.stopWatching?.();
    followed?.leave();
    if (this.#followed.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  #look(): void {
    const isSeen = this.#isSeen && !document.hidden && !this.#end.signal.aborted;
    for (const followed of this.#followed.values()) {
      if (isSeen) followed.stopWatching ??= followed.live.watch();
      else {
        followed.stopWatching?.();
        followed.stopWatching = undefined;
      }
    }
  }

  async #settle(message: Exclude<ToServer, { type: "follow" | "unfollow" }>): Promise<void> {
    const { id } = message;
    this.#waiting += 1;
    try {
      this.#ends.send({ type: "done", id, value: await this.#do(message) });
    } catch (error) {
      this.#ends.send({ type: "done", id, problem: errorMessage(error, message.type) });
    } finally {
      this.#waiting -= 1;
    }
  }

  async #do(message: Exclude<ToServer, { type: "follow" | "unfollow" }>): Promise<unknown> {
    if (message.type === "edit") {
      if (this.#server.isReadOnly) throw new Error(this.#server.isReadOnly);
      return changeRows(this.#followed.get(message.query)?.live, message.change);
    }
    if (message.type === "tool") {
      const { name, args } = message;
      const outcome = await this.#call({ type: "tool", name, args });
      if (!("value" in outcome)) return undefined;
      if (outcome.isFromWeb) await this.permissions.look();
      return outcome.value;
    }
    if (message.type === "model") {
      const { prompt, schema } = message;
      const outcome = await this.#call({ type: "model", prompt, schema });
      return "value" in outcome ? outcome.value : undefined;
    }
    const outcome = await this.#call({ type: "file", id: message.file });
    await this.permissions.look();
    return "file" in outcome ? outcome.file : undefined;
  }

  async #read({ sql, params }: SqlQuery): Promise<QueryResult> {
    await this.#turn();
    try {
      const outcome = await this.#call({ type: "query", sql, params: params as Param[] });
      if (!("rows" in outcome)) throw new Error("Easel returned no rows.");
      const { rows } = outcome;
      // Load the permissions before the component gets the rows, because text of a new web origin makes its messages
      // and writes require consent.
      const knownOrigins = new Set(this.permissions.state().access?.readWeb);
      if (rows.webOrigins?.some((origin) => !knownOrigins.has(origin))) await this.permissions.look();
      return rows;
    } catch (error) {
      // A plain Error instead of an ApiError makes the query retry later.
      if (error instanceof ApiError && error.status === 429) throw new Error(error.message);
      throw error;
    } finally {
      this.#reading -= 1;
      this.#turns.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    if (this.#reading >= READS_AT_ONCE) await new Promise<void>((resolve) => this.#turns.push(resolve));
    this.#reading += 1;
  }

  /** Makes a call, and asks the user first if necessary. */
  async #call(call: ComponentCall): Promise<Done> {
    for (let now = call; ; ) {
      const outcome = await this.#server.call(now, this.#end.signal);
      if ("asks" in outcome) await this.permissions.demand(outcome.asks);
      else if ("question" in outcome && now.type === "tool") {
        const decision = await this.permissions.ask(outcome.question);
        now = {
          ...now,
          allowed: outcome.question.token,
          ...(decision === "always" && { remember: decision }),
        };
      } else if (!("question" in outcome)) return outcome;
    }
  }
}

function rowsOf(id: number, { state, edits }: LiveQuery): Extract<ToFrame, { type: "rows" }> {
  const { result, rows, error, isLost } = state;
  const problem = error ?? (isLost ? "Easel cannot be reached. Retrying automatically." : undefined);
  const isKeyed = result?.source !== undefined && rows.every(({ key }) => key !== undefined);
  return {
    ...{ type: "rows", id, columns: uniqueNames(result?.columns ?? []) },
    rows: rows.map(({ cells }) => [...cells]),
    ...(isKeyed && { keys: rows.map(({ key = [] }) => [...key]), key: result?.source?.key }),
    ...{ truncated: result?.truncated ?? false, isLoading: result === undefined && error === undefined },
    ...(problem !== undefined && { problem }),
    ...{ canUndo: edits.undoable.length > 0, canRedo: edits.redoable.length > 0 },
  };
}

function errorMessage(error: unknown, type: "edit" | "tool" | "file" | "model"): string {
  if (error instanceof TypeError || (error instanceof DOMException && error.name === "AbortError"))
    return type === "tool"
      ? "Easel cannot be reached, so the tool may have taken effect. Check before you call it again."
      : "Easel cannot be reached. Try again.";
  return error instanceof Error ? error.message : "It did not work.";
}
