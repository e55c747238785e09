import { AppError } from "@/lib/shared/errors";
import type { Confined } from "./confined";

/** Jobs that wait for a process of one pool; each may hold some megabytes. */
const MAX_WAITING = 200;
const PATIENCE_MS = 30_000;
const IDLE_MS = 60_000;

export type PoolOptions<W, J> = {
  /** Its name in messages for people: "The sandbox". */
  name: string;
  /** Processes at the same time, those included that are about to end. */
  max(): number;
  /** Whether there shall be as many as there may be; otherwise a process is started for a job that finds none. */
  isEager?: boolean;
  /** No job waits longer: half a minute, if nothing is said. */
  patienceMs?: number;
  /** A process that nobody needs is ended after so long without a job: a minute, if nothing is said. */
  idleMs?: number;
  start(job: J): W;
  /** Whether the job may run beside others. */
  mayRun?(job: J, others: readonly J[]): boolean;
  /** Which of those with nothing to do the job gets, if one of them will do. */
  pick?(free: readonly W[], job: J): W | undefined;
};

type Options = {
  signal?: AbortSignal /** Work may end by itself for so long after an abort. */;
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
 * Processes of one kind, each of which has one job at a time, and who waits for one: first come, first served, but nobody
 * waits behind a job for which there is no process that it could have. At `max` the one idle for longest gives way.
 */
export class ProcessPool<W extends Confined<unknown>, J> {
  private readonly options: PoolOptions<W, J>;
  private readonly members = new Set<W>();
  private readonly leases = new Map<W, { job: J; since: number; startMs: number }>();
  /** In the order in which they became idle. */
  private readonly idling = new Map<W, NodeJS.Timeout>();
  private readonly waiting = new Set<Waiting<W, J>>();
  private isClosed = false;

  constructor(options: PoolOptions<W, J>) {
    this.options = options;
  }

  /** All that have not ended, those included that are about to. */
  get all(): readonly W[] {
    return [...this.members];
  }

  /** How many have been at their job for longer than so many ms. */
  longer(ms: number): number {
    const before = performance.now() - ms;
    return [...this.leases.values()].filter(({ since }) => since < before).length;
  }

  /**
   * Has a process for itself while `work` runs, which hears how many ms its start took; an abort kills it. Rejects with an AppError `unavailable` where too many
   * wait or it would wait too long, with Died where its process does not come up, with the signal's reason, and with what
   * `start` and `work` throw.
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

  /** Starts what is missing until there are so many, as for this job. */
  fill(job: J, wanted = this.options.isEager ? this.options.max() : 0): void {
    try {
      while (!this.isClosed && this.members.size < wanted) this.add(job);
    } catch {
      // Whoever needs one will start it, and hear of it.
    }
  }

  /** Ends processes; resolves when they are gone. More may be started then. */
  async end(which: (member: W) => boolean = () => true): Promise<void> {
    await Promise.all(this.all.filter(which).map((member) => member.end()));
  }

  /** Ends all for good. */
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
        // As this one did not come up, the next would not.
        if (!member.hasBeenReady && this.members.size === 0) one.fail(died);
      }
      this.free(member);
      if (member.hasBeenReady) this.fill(job);
    });
    return member;
  }

  private async turn(job: J, signal?: AbortSignal): Promise<W> {
    const { name, patienceMs = PATIENCE_MS } = this.options;
    if (this.waiting.size >= MAX_WAITING) throw busy(`${name} has ${MAX_WAITING} calls waiting already.`);
    const { promise, resolve, reject } = Promise.withResolvers<W>();
    const fail = (error: unknown) => {
      this.waiting.delete(one);
      reject(error);
    };
    const one: Waiting<W, J> = { job, since: 0, give: resolve, fail };
    const abort = () => fail(signal?.reason);
    const late = () => fail(busy(`${name} has been busy for ${patienceMs / 1_000} s.`));
    const timer = setTimeout(late, patienceMs);
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

  /** Gives it a process, or starts one. */
  private serve(one: Waiting<W, J>): void {
    try {
      const member = this.take(one.job, one);
      if (member && this.waiting.delete(one)) one.give(member);
      const isToCome = one.started || (this.options.isEager && this.members.size > 0);
      if (member || isToCome || !this.mayRun(one.job, one) || !this.hasRoom()) return;
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

  /** Who has had a process started runs already. */
  private mayRun(job: J, self?: Waiting<W, J>): boolean {
    const starting = [...this.waiting].filter((one) => one.started && one !== self);
    return (
      this.options.mayRun?.(
        job,
        [...this.leases.values(), ...starting].map((one) => one.job),
      ) ?? true
    );
  }

  private hasRoom(): boolean {
    if (this.members.size < this.options.max()) return true;
    const [oldest] = this.idling.keys();
    // One that is ending makes room already.
    if (!this.all.some(({ isKilled }) => isKilled)) oldest?.kill();
    return false;
  }

  /** It has nothing to do, or is gone. */
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

const busy = (words: string) =>
  new AppError("unavailable", `${words} Wait for the other calls to end, then try again.`);

const stopping = () => new AppError("unavailable", "The server is stopping: call again when it is back.");
