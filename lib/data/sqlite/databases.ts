import { owned } from "@/lib/ground/base/process";
import { ProcessPool } from "@/lib/ground/processes/pool";
import { DatabaseProcess } from "./database-process";
import { databasesFolder, folderOf } from "./folder";
import type { DatabaseAnswers, DatabaseRequest } from "./protocol";

/** Processes at the same time; each takes some 60 MB. */
const MAX_PROCESSES = 12;
/** Of one database: reads at the same time. */
const MAX_READERS = 4;
/** Of these, so many may be the agent's, so that the person's pages are never behind its queries. */
const MAX_AGENTS = 2;
/** What is given up may end by itself meanwhile, so that the process need not. */
const GRACE_MS = 150;

export type AskDatabase = <R extends DatabaseRequest>(
  request: R,
  ms?: number,
) => Promise<DatabaseAnswers[R["op"]]>;
/** `reset` ends the process, so that whatever was begun in it is rolled back. */
type Work<T> = (ask: AskDatabase, reset: () => void) => Promise<T>;
/** `isAgents`: what the agent asks for, not the person. */
export type Reader = { isAgents?: boolean; signal?: AbortSignal };

type Job = { folder: string; as: "writer" | "agent" | "person" };

/** The processes of all databases: of each one that writes, and some that read beside it, which neither wait for it nor hold it up. */
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

/** One agent's database. */
export class AgentDatabase {
  private readonly folder: string;
  private readonly processes: ReturnType<typeof newProcesses>;

  constructor(folder: string, processes: ReturnType<typeof newProcesses>) {
    this.folder = folder;
    this.processes = processes;
  }

  /** Nobody else writes on this server while `work` runs. An abort leaves nothing open. */
  exclusive<T>(work: Work<T>, ms: number, signal?: AbortSignal): Promise<T> {
    return this.run("writer", work, ms, signal);
  }

  /** For what only reads. */
  reading<T>(work: Work<T>, ms: number, { isAgents, signal }: Reader = {}): Promise<T> {
    return this.run(isAgents ? "agent" : "person", work, ms, signal);
  }

  get pid(): number | undefined {
    return this.processes.all.find(({ folder, isKilled }) => folder === this.folder && !isKilled)?.pid;
  }

  end(): Promise<void> {
    return this.processes.end(({ folder }) => folder === this.folder);
  }

  private run<T>(as: Job["as"], work: Work<T>, ms: number, signal?: AbortSignal): Promise<T> {
    const using = (one: DatabaseProcess) =>
      work(
        (request, most = ms) => one.ask(request, most),
        () => one.kill(),
      );
    return this.processes.run({ folder: this.folder, as }, using, { signal, graceMs: GRACE_MS });
  }
}

export const databaseOf = (agentId: string): AgentDatabase =>
  new AgentDatabase(
    folderOf(agentId),
    owned(`databases in ${databasesFolder()}`, newProcesses, (all) => all.close()),
  );
