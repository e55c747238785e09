import { DatabaseProcess } from "./database-process";
import { busy } from "./failure";
import { makeFolder } from "./folder";
import type { Answers, Request } from "./protocol";

/** Who asks is told so long to wait for those before. */
const PATIENCE_MS = 30_000;

/** What is given up may end by itself meanwhile, so that the process need not. */
const GRACE_MS = 150;

export type Ask = <R extends Request>(request: R, ms?: number) => Promise<Answers[R["op"]]>;
export type Work<T> = (ask: Ask) => Promise<T>;

export type Places = {
  /** Resolves when one more process may run, and asks others to go for it. */
  take(lane: Lane): Promise<void>;
  free(lane: Lane): void;
};

type Turn = { begin(): void; late: NodeJS.Timeout };

/** What is asked of one process, which comes and goes, is done one after the other. */
export class Lane {
  lastUse = performance.now();
  private readonly folder: string;
  private readonly places: Places;
  private readonly queue: Turn[] = [];
  private isTaken = false;
  private process: DatabaseProcess | undefined;

  constructor(folder: string, places: Places) {
    this.folder = folder;
    this.places = places;
  }

  get isIdle(): boolean {
    return !this.isTaken && this.queue.length === 0;
  }

  get isUp(): boolean {
    return this.process !== undefined && !this.process.isGone;
  }

  /** Who is served, and who waits. */
  get length(): number {
    return this.queue.length + (this.isTaken ? 1 : 0);
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** Has the process for itself while `work` runs. */
  async run<T>(work: Work<T>, ms: number, signal?: AbortSignal): Promise<T> {
    await this.turn(signal);
    let grace: NodeJS.Timeout | undefined;
    const abort = () => {
      grace = setTimeout(() => this.process?.kill(), GRACE_MS);
    };
    try {
      const process = await this.running();
      signal?.throwIfAborted();
      signal?.addEventListener("abort", abort, { once: true });
      return await work((request, most = ms) => process.ask(request, most));
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
      clearTimeout(grace);
      this.pass();
    }
  }

  reset(): void {
    this.process?.kill();
  }

  async end(): Promise<void> {
    const { process } = this;
    this.process = undefined;
    await process?.end();
    this.places.free(this);
  }

  private async running(): Promise<DatabaseProcess> {
    if (!this.process || this.process.isGone) {
      await this.process?.end();
      await this.places.take(this);
      await makeFolder(this.folder);
      this.process = new DatabaseProcess(this.folder);
    }
    await this.process.ready;
    return this.process;
  }

  private turn(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (!this.isTaken) {
      this.isTaken = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        clearTimeout(turn.late);
        signal?.removeEventListener("abort", abort);
        const place = this.queue.indexOf(turn);
        if (place >= 0) this.queue.splice(place, 1);
        reject(error);
      };
      const abort = () => leave(signal?.reason);
      const turn: Turn = {
        late: setTimeout(() => leave(busy()), PATIENCE_MS),
        begin() {
          clearTimeout(turn.late);
          signal?.removeEventListener("abort", abort);
          resolve();
        },
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.queue.push(turn);
    });
  }

  private pass(): void {
    this.lastUse = performance.now();
    const next = this.queue.shift();
    if (next) next.begin();
    else {
      this.isTaken = false;
      this.places.free(this);
    }
  }
}
