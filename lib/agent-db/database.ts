import { Lane, type Places, type Work } from "./lane";

/** Reads at the same time. */
const MAX_READERS = 4;
/** Of these, so many may be the agent's, so that the person's pages are never behind its queries. */
const AGENTS = 2;

/** One agent's database: one process that writes, and some that read beside it, which neither wait for it nor hold it up. */
export class Database {
  private readonly writer: Lane;
  private readonly readers: readonly Lane[];

  constructor(folder: string, places: Places) {
    this.writer = new Lane(folder, places);
    this.readers = Array.from({ length: MAX_READERS }, () => new Lane(folder, places));
  }

  /** Nobody else writes on this server while `work` runs. When that fails, or is aborted, nothing stays open. */
  exclusive<T>(work: Work<T>, ms: number, signal?: AbortSignal): Promise<T> {
    return this.writer.run(work, ms, signal);
  }

  /** For what only reads. */
  reading<T>(work: Work<T>, ms: number, { isAgents, signal }: Reader = {}): Promise<T> {
    const lanes = isAgents ? this.readers.slice(0, AGENTS) : this.readers.toReversed();
    return freest(lanes).run(work, ms, signal);
  }

  get pid(): number | undefined {
    return this.writer.pid;
  }

  /** Whatever was begun in it is rolled back. */
  reset(): void {
    this.writer.reset();
  }

  async end(): Promise<void> {
    await Promise.all([this.writer, ...this.readers].map((lane) => lane.end()));
  }
}

/** `isAgents`: what the agent asks for, not the person. */
export type Reader = { isAgents?: boolean; signal?: AbortSignal };

/** One whose process runs and has nothing to do, else one without a process, else the shortest queue. */
function freest(lanes: readonly Lane[]): Lane {
  const [first, ...others] = lanes.toSorted((a, b) => a.length - b.length || Number(b.isUp) - Number(a.isUp));
  if (!first) throw new Error(`There are ${others.length} lanes`);
  return first;
}
