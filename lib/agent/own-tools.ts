import { type OwnTool, readOwnTools } from "@/lib/store/agent-tools";
import { subscribe } from "@/lib/store/bus";
import { patiently } from "@/lib/store/unreachable";
import type { Toolset } from "@/lib/tools/define";
import { ownToolset } from "@/lib/tools/own";

type Of = { agentId: string; ownTools: OwnTool[] | null };

/** The agent-made tools during a run: what is made, changed or switched off counts from the next step on. */
export class OwnTools {
  private readonly agentId: string;
  private toolset: Toolset;
  private isStale = false;
  readonly close: () => void;

  constructor({ agentId, ownTools }: Of) {
    this.agentId = agentId;
    this.toolset = ownToolset(ownTools ?? []);
    this.close = subscribe((notice) => {
      if (notice.type === "history" && notice.kind === "tool" && notice.agent === agentId)
        this.isStale = true;
    });
  }

  /** As they are now; read again only after something was said to have changed. */
  async current(): Promise<Toolset> {
    if (this.isStale) {
      this.isStale = false;
      this.toolset = ownToolset(await patiently(() => readOwnTools(this.agentId)));
    }
    return this.toolset;
  }
}
