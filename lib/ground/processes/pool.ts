import { AppError } from "@/lib/shared/errors";
import type { Confined } from "./confined";

/** Maximum waiting jobs; each may hold some megabytes. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 30_000;
const IDLE_MS = 60_000;

export type PoolOptions<W, J> = {
  /** Name that appears in errors, such as "The sandbox". */
  name: string;
  /** Maximum processes, including those that are ending. */
  max(): number;
  /** Keeps `max` processes running. Otherwise the pool starts a process only when a job finds none idle. */
  isEager?: boolean;
  /** Maximum wait of a job; default 30 s. */
  maxWaitMs?: number;
  /** Idle time after which a process is ended; default 60 s. */
  idleMs?: number;
  start(job: J): W;
  mayRun?(job: J, others: readonly J[]): boolean;
  /** Selects an idle process for the job, if one is suitable. */
  pick?(free: readonly W[], job: J): W | undefined;
};

type Options = {
  signal?: AbortSignal;
  /** Time after an abort in which `work` may end by itself. Then the process is killed. */
  graceMs?: number;
};
type Waiting<W, J> = {
  job: J;
  started?: W;
  since: number;
  give(member: W): void;
  fail(error: unknown): void;
};

/**
 * Pool of processes of one kind, each with one job at a time. Jobs run in order, except that a job that may
 * not run yet (`mayRun`) does not block later jobs. At `max` processes, the pool ends the one that has been
 * idle longest to start one for a waiting job.
 */
export class ProcessPool<W extends Confined<unknown>, J> {
  private readonly options: PoolOptions<W, J>;
  private readonly members = new Set<W>();
  private readonly leases = new Map<W, { job: J; since: number; startMs: number }>();
  private readonly idling = new Map<W, NodeJS.Timeout>();
  private readonly waiting = new Set<Waiting<W, J>>();
  private isClosed = false;

  constructor(options: PoolOptions<W, J>) {
    this.options = options;
  }

  get all(): readonly W[] {
    return [...this.members];
  }

  longer(ms: number): number {
    const before = performance.now() - ms;
    return [...this.leases.values()].filter(({ since }) => since < before).length;
  }

  /**
   * Runs `work` with exclusive use of a process. `startMs` is the time that the job waited for its process to
   * start, 0 if it was running. An abort kills the process. Rejects with an AppError `unavailable` if the
   * queue is full or the wait too long, with Died if the process cannot start, with the signal's reason, or
   * with an error of `start` or `work`.
   */
  async run<T>(
    job: J,
    work: (member: W, startMs: number) => Promise<T>,
    { signal, graceMs = 0 }: Options = {},
  ): Promise<T> {
    signal?.throwIfAborted();
    if (this.isClosed) throw stopping();
    this.fill(job);
    const member = this.take(job) ?? (await this.turn(job, signal));
    let grace: NodeJS.Timeout | undefined;
    const abort = () => {
      if (graceMs === 0) member.kill();
      else grace = setTimeout(() => member.kill(), graceMs);
    };
    signal?.addEventListener("abort", abort, { once: true });
    try {
      signal?.throwIfAborted();
      return await work(member, this.leases.get(member)?.startMs ?? 0);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
      clearTimeout(grace);
      this.leases.delete(member);
      this.free(member);
    }
  }

  fill(job: J, wanted = this.options.isEager ? this.options.max() : 0): void {
    try {
      while (!this.isClosed && this.members.size < wanted) this.add(job);
    } catch {
      // Ignore the error: the next job starts a process itself and gets the error.
    }
  }

  /** Ends the matching processes and resolves once they are gone. The pool can still start others. */
  async end(which: (member: W) => boolean = () => true): Promise<void> {
    await Promise.all(this.all.filter(which).map((member) => member.end()));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const { fail } of this.waiting) fail(stopping());
    await this.end();
  }

  private add(job: J): W {
    const member = this.options.start(job);
    this.members.add(member);
    member.onReady = () => this.free(member);
    void member.gone.then((died) => {
      this.members.delete(member);
      for (const one of this.waiting) {
        if (one.started === member) one.started = undefined;
        // No process has ever become ready, so a new one would fail too.
        if (!member.hasBeenReady && this.members.size === 0) one.fail(died);
      }
      this.free(member);
      if (member.hasBeenReady) this.fill(job);
    });
    return member;
  }

  private async turn(job: J, signal?: AbortSignal): Promise<W> {
    const { name, maxWaitMs = MAX_WAIT_MS } = this.options;
    if (this.waiting.size >= MAX_WAITING) throw busy(`${name} already has ${MAX_WAITING} waiting calls.`);
    const { promise, resolve, reject } = Promise.withResolvers<W>();
    const fail = (error: unknown) => {
      this.waiting.delete(one);
      reject(error);
    };
    const one: Waiting<W, J> = { job, since: 0, give: resolve, fail };
    const abort = () => fail(signal?.reason);
    const late = () => fail(busy(`${name} has been busy for ${maxWaitMs / 1_000} s.`));
    const timer = setTimeout(late, maxWaitMs);
    signal?.addEventListener("abort", abort, { once: true });
    this.waiting.add(one);
    this.serve(one);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  private serve(one: Waiting<W, J>): void {
    try {
      const member = this.take(one.job, one);
      if (member && this.waiting.delete(one)) one.give(member);
      const isToCome = one.started || (this.options.isEager && this.members.size > 0);
      if (member || isToCome || !this.mayRun(one.job, one) || !this.hasCapacity()) return;
      one.since = performance.now();
      one.started = this.add(one.job);
      one.started.ready.catch(one.fail);
    } catch (error) {
      one.fail(error);
    }
  }

  private take(job: J, self?: Waiting<W, J>): W | undefined {
    if (!this.mayRun(job, self)) return;
    const { pick = ([first]) => first } = this.options;
    const free = this.all.filter((member) => member.isReady && !this.leases.has(member));
    const member = pick(free, job);
    if (!member) return;
    const since = performance.now();
    this.leases.set(member, { job, since, startMs: self?.started === member ? since - self.since : 0 });
    this.wake(member);
    return member;
  }

  /** Counts jobs whose process is still starting as running. */
  private mayRun(job: J, self?: Waiting<W, J>): boolean {
    const starting = [...this.waiting].filter((one) => one.started && one !== self);
    return (
      this.options.mayRun?.(
        job,
        [...this.leases.values(), ...starting].map((one) => one.job),
      ) ?? true
    );
  }

  private hasCapacity(): boolean {
    if (this.members.size < this.options.max()) return true;
    const [oldest] = this.idling.keys();
    // End an idle process, unless one is already ending and will free a slot.
    if (!this.all.some(({ isKilled }) => isKilled)) oldest?.kill();
    return false;
  }

  private free(member: W): void {
    this.wake(member);
    for (const one of this.waiting) this.serve(one);
    if (member.isKilled || this.leases.has(member)) return;
    const { isEager, max, idleMs = IDLE_MS } = this.options;
    const look = () => {
      if (!isEager || this.members.size > max()) member.kill();
    };
    this.idling.set(member, setInterval(look, idleMs).unref());
  }

  private wake(member: W): void {
    clearInterval(this.idling.get(member));
    this.idling.delete(member);
  }
}

const busy = (message: string) =>
  new AppError("unavailable", `${message} Wait for the other calls to end, then try again.`);

const stopping = () => new AppError("unavailable", "The server is stopping. Call again after its restart.");
