import { owned } from "@/lib/base/process";
import { Database } from "./database";
import { databasesFolder, folderOf } from "./folder";
import type { Lane } from "./lane";

/** Processes at the same time; each takes some 60 MB. */
const MOST = 12;
const IDLE_MS = 60_000;
const TIDY_MS = 10_000;

/** The databases of all agents, of which few have processes at a time. */
export class Databases {
  private readonly all = new Map<string, Database>();
  private readonly running = new Set<Lane>();
  private readonly waiting: (() => void)[] = [];
  private readonly tidying = setInterval(() => this.tidy(), TIDY_MS).unref();

  of(path: string): Database {
    const known = this.all.get(path);
    if (known) return known;
    const made = new Database(path, {
      take: (lane) => this.take(lane),
      free: () => this.waiting.shift()?.(),
    });
    this.all.set(path, made);
    return made;
  }

  async close(): Promise<void> {
    clearInterval(this.tidying);
    await Promise.all([...this.all.values()].map((database) => database.end()));
  }

  private async take(lane: Lane): Promise<void> {
    while (!this.running.has(lane) && this.running.size >= MOST) {
      const [oldest] = this.idle();
      if (oldest) await this.stop(oldest);
      else await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.running.add(lane);
  }

  private idle(): Lane[] {
    return [...this.running].filter(({ isIdle }) => isIdle).sort((a, b) => a.lastUse - b.lastUse);
  }

  private async stop(lane: Lane): Promise<void> {
    this.running.delete(lane);
    await lane.end();
  }

  private tidy(): void {
    const before = performance.now() - IDLE_MS;
    for (const lane of this.idle()) if (lane.lastUse < before) void this.stop(lane);
  }
}

/** This process's own. */
export const databases = () =>
  owned(
    `databases in ${databasesFolder()}`,
    () => new Databases(),
    (all) => all.close(),
  );

export const databaseOf = (agentId: string): Database => databases().of(folderOf(agentId));
