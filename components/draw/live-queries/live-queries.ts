import type { Writers } from "@/components/draw/grid/edits";
import type { Query } from "@/lib/shared/blocks/live";
import { isSql } from "@/lib/shared/blocks/sql-query";
import type { Result } from "./api";
import { LiveQuery } from "./live-query";

/** Unused queries that are kept with their rows and undo history. */
const MAX_UNUSED = 20;

/** Prefix of keys of document queries. Other keys are JSON arrays and start with a bracket. */
const DOCUMENTS = "documents ";

/** Names of changed tables or collections. An empty list means any; null, that changes may have been missed. */
export type ChangedData = { tables: readonly string[] } | { collections: readonly string[] } | null;
/** Subscribes to changes of data. Returns a function that unsubscribes. */
export type HearData = (onChange: (change: ChangedData) => void) => () => void;

/**
 * Live queries, each shared by all blocks that show it: those of this page, or of one component with its own
 * server link.
 */
export class LiveQueries {
  readonly #read: (query: Query) => Promise<Result>;
  readonly #writers: Writers | undefined;
  readonly #hear: HearData;
  readonly #queries = new Map<string, LiveQuery>();
  #stop: (() => void) | undefined;
  #users = 0;

  constructor(read: (query: Query) => Promise<Result>, hear: HearData, writers?: Writers) {
    this.#read = read;
    this.#writers = writers;
    this.#hear = hear;
  }

  get(query: Query): LiveQuery {
    const key = isSql(query)
      ? JSON.stringify([query.sql, query.params ?? []])
      : DOCUMENTS + JSON.stringify(query);
    const liveQuery = this.#queries.get(key) ?? new LiveQuery(() => this.#read(query), this.#writers);
    // Move the entry to the end, so that the map is ordered by last use.
    this.#queries.delete(key);
    this.#queries.set(key, liveQuery);
    return liveQuery;
  }

  /** Listens to changes until the returned function is called. */
  use(): () => void {
    this.#users += 1;
    this.#stop ??= this.#listen();
    return () => {
      this.#users -= 1;
      this.#tidy();
      if (this.#users > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  #listen(): () => void {
    const tell = (names: readonly string[] | null, isOfDocuments?: boolean) => {
      for (const [key, query] of this.#queries)
        if (isOfDocuments === undefined || isOfDocuments === key.startsWith(DOCUMENTS)) query.changed(names);
    };
    // Mark all queries as changed, because changes before this moment may have been missed.
    tell(null);
    const stop = this.#hear((change) => {
      if (change === null) tell(null);
      else if ("tables" in change) tell(change.tables, false);
      else tell(change.collections, true);
    });
    const onOnline = () => {
      for (const query of this.#queries.values()) query.retry();
    };
    window.addEventListener("online", onOnline);
    return () => {
      window.removeEventListener("online", onOnline);
      stop();
    };
  }

  #tidy(): void {
    const unused = [...this.#queries].filter(([, query]) => !query.isUsed);
    for (const [key] of unused.slice(0, Math.max(0, unused.length - MAX_UNUSED))) this.#queries.delete(key);
  }
}
