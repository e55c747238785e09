import { existsSync } from "node:fs";
import { singleton } from "@/lib/ground/base/process";
import { ProcessPool } from "@/lib/ground/processes/pool";
import { DatabaseProcess } from "./database-process";
import { borrowedFileOf, databasesFolder, folderOf } from "./folder";
import type { DatabaseAnswers, DatabaseRequest } from "./protocol";

/** Maximum number of processes for all databases. Each needs about 60 MB of memory. */
const MAX_PROCESSES = 12;
/** Maximum processes that read one database at the same time. */
const MAX_READERS = 4;
/** Maximum readers that run the agent's queries. The others are left for the user's pages. */
const MAX_AGENTS = 2;
/** Milliseconds after which the process of an aborted call is killed, unless the call ends sooner. */
const GRACE_MS = 150;

export type AskDatabase = <R extends DatabaseRequest>(
  request: R,
  ms?: number,
) => Promise<DatabaseAnswers[R["op"]]>;
/** `reset` kills the process, so that SQLite rolls back the open transaction. */
type Work<T> = (ask: AskDatabase, reset: () => void) => Promise<T>;
export type Reader = { isAgents?: boolean; signal?: AbortSignal };

type Job = { folder: string; as: "writer" | "agent" | "person" };

/**
 * Returns the pool of database processes. Each database has one writer and some readers, which do not block
 * each other.
 */
export const newProcesses = () =>
  new ProcessPool<DatabaseProcess, Job>({
    name: "The database",
    max: () => MAX_PROCESSES,
    start: ({ folder }) => new DatabaseProcess(folder),
    pick: (free, { folder }) => free.find((one) => one.folder === folder),
    mayRun({ folder, as }, running) {
      const count = (...who: Job["as"][]) =>
        running.filter((other) => other.folder === folder && who.includes(other.as)).length;
      if (as === "writer") return count("writer") === 0;
      return count("agent", "person") < MAX_READERS && (as === "person" || count("agent") < MAX_AGENTS);
    },
  });

/** `begin` is called before each use. */
export class AgentDatabase {
  private readonly folder: string;
  private readonly processes: ReturnType<typeof newProcesses>;
  private readonly begin: () => Promise<void> | undefined;

  constructor(
    folder: string,
    processes: ReturnType<typeof newProcesses>,
    begin: () => Promise<void> | undefined = () => undefined,
  ) {
    this.folder = folder;
    this.processes = processes;
    this.begin = begin;
  }

  /**
   * Runs `work` as the only writer of this server. If the call is aborted, its transaction is rolled back.
   */
  exclusive<T>(work: Work<T>, ms: number, signal?: AbortSignal): Promise<T> {
    return this.run("writer", work, ms, signal);
  }

  reading<T>(work: Work<T>, ms: number, { isAgents, signal }: Reader = {}): Promise<T> {
    return this.run(isAgents ? "agent" : "person", work, ms, signal);
  }

  get pid(): number | undefined {
    return this.processes.all.find(({ folder, isKilled }) => folder === this.folder && !isKilled)?.pid;
  }

  end(): Promise<void> {
    return this.processes.end(({ folder }) => folder === this.folder);
  }

  private async run<T>(as: Job["as"], work: Work<T>, ms: number, signal?: AbortSignal): Promise<T> {
    await this.begin();
    const using = (one: DatabaseProcess) =>
      work(
        (request, timeoutMs = ms) => one.ask(request, timeoutMs),
        () => one.kill(),
      );
    return this.processes.run({ folder: this.folder, as }, using, { signal, graceMs: GRACE_MS });
  }
}

const allProcesses = () => singleton(`databases in ${databasesFolder()}`, newProcesses, (all) => all.close());

export const databaseOf = (agentId: string): AgentDatabase =>
  new AgentDatabase(folderOf(agentId), allProcesses(), () => {
    if (!existsSync(borrowedFileOf(agentId))) return;
    return import("./borrowed").then(({ fetchBorrowed }) => fetchBorrowed(agentId));
  });

/** Returns the database itself, also while its content is being copied from another one. */
export const borrowedDatabaseOf = (agentId: string): AgentDatabase =>
  new AgentDatabase(folderOf(agentId), allProcesses());
