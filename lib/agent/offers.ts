import type { RunContext } from "@/lib/store/runs";
import type { Settings } from "@/lib/store/settings";
import { OwnTools } from "./own-tools";
import { offer } from "./toolset";
import { Wishes } from "./wishes";

/** What a run may call, as it is at each step: the tools that the agent has made, and what the person wants of all. */
export class Offers {
  private readonly own: OwnTools;
  private readonly wishes: Wishes;

  constructor(run: RunContext, settings: Settings) {
    this.own = new OwnTools(run);
    this.wishes = new Wishes(run.agentId, settings);
  }

  async current(loaded: ReadonlySet<string>, allowed: readonly string[]) {
    const [settings, own] = [await this.wishes.current(), await this.own.current()];
    return offer({ settings, own, loaded, allowed });
  }

  close(): void {
    this.own.close();
    this.wishes.close();
  }
}
