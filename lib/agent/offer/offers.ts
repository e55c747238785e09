import { readSettings, type Settings } from "@/lib/store/agents/settings";
import { type Notice, subscribe } from "@/lib/store/bus";
import type { RunContext } from "@/lib/store/loop/run-context";
import { withRetry } from "@/lib/store/unreachable";
import type { Catalog } from "@/lib/tools/toolsets/catalog";
import type { Toolset } from "@/lib/tools/toolsets/define";
import { offerToContact } from "./contact";
import { singleKey } from "./load-toolset";
import { type Offer, offer } from "./toolset";

/**
 * The tools of a run at each step. Changes by the agent or the user apply from the next step on; the model
 * and the limits stay. A run that writes a program has only the toolset `code`, and a run that answers a
 * contact has almost no tools.
 */
export class Offers {
  private readonly toolsets: Fresh<Toolset[]>;
  private readonly settings: Fresh<Settings>;
  private readonly agentId: string;
  private readonly catalog: Catalog;
  private readonly only: string | undefined;
  private readonly isForContact: boolean;
  private last: { from: unknown[]; offer: Offer } | undefined;

  constructor(run: RunContext, settings: Settings, catalog: Catalog) {
    const { agentId } = run;
    this.agentId = agentId;
    this.catalog = catalog;
    if (run.origin === "code") this.only = "code";
    this.isForContact = run.contact !== null;
    this.toolsets = new Fresh(
      catalog.toolsetsForRun(run),
      () => catalog.toolsets(agentId),
      (notice) => catalog.isChanged(notice, agentId),
    );
    this.settings = new Fresh(
      Promise.resolve(settings),
      async () => {
        const { toolsets, tools, families, whatsapp, mail } = await readSettings(agentId);
        return { ...settings, toolsets, tools, families, whatsapp, mail };
      },
      (notice) =>
        (notice.type === "settings" || (notice.type === "channel" && notice.what === "account")) &&
        notice.agent === agentId,
    );
  }

  async current(
    loaded: ReadonlySet<string>,
    allowed: readonly string[],
    contextWindow?: number,
  ): Promise<Offer> {
    const [settings, toolsets] = [await this.settings.current(), await this.toolsets.current()];
    const { only, isForContact } = this;
    const from = [settings, toolsets, contextWindow, ...[...loaded, "", ...allowed]];
    if (!this.last || !isSame(this.last.from, from))
      this.last = {
        from,
        offer: isForContact
          ? offerToContact(settings, toolsets)
          : only
            ? offer({
                ...{ settings, allowed, loaded: new Set([only]) },
                toolsets: toolsets.filter(({ id }) => id === only),
              })
            : offer({ settings, toolsets, loaded, allowed, contextWindow }),
      };
    return this.last.offer;
  }

  /**
   * After the start of a process, waits for the MCP servers that the run has loaded or called, or whose tools
   * are always offered.
   */
  async ready(loaded: ReadonlySet<string>, called: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const { toolsets } = await this.settings.current();
    const isWanted = (id: string, names: readonly string[]) =>
      loaded.has(id) ||
      toolsets[id]?.mode === "on" ||
      names.some((name) => called.has(name) || loaded.has(singleKey(name)));
    if (await this.catalog.ready(this.agentId, isWanted, signal)) this.toolsets.outdate();
  }

  async holding(names: readonly string[]): Promise<Set<string>> {
    const toolsets = await this.toolsets.current();
    return new Set(
      toolsets.filter(({ tools }) => names.some((name) => Object.hasOwn(tools, name))).map(({ id }) => id),
    );
  }

  close(): void {
    this.toolsets.close();
    this.settings.close();
  }
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at]);

/** Caches a value until a notice reports that it changed. */
class Fresh<T> {
  readonly close: () => void;
  private readonly read: () => Promise<T>;
  private value: Promise<T>;
  private isStale = false;

  constructor(first: Promise<T>, read: () => Promise<T>, isChanged: (notice: Notice) => boolean) {
    this.read = read;
    this.value = first;
    // Prevent an unhandled rejection. The caller of `current` receives the error.
    first.catch(() => {});
    this.close = subscribe((notice) => {
      if (notice.type === "gap" || isChanged(notice)) this.isStale = true;
    });
  }

  outdate(): void {
    this.isStale = true;
  }

  current(): Promise<T> {
    if (this.isStale) {
      this.isStale = false;
      this.value = withRetry(this.read);
    }
    return this.value;
  }
}
