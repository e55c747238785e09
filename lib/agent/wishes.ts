import { subscribe } from "@/lib/store/bus";
import { readSettings, type Settings } from "@/lib/store/settings";
import { patiently } from "@/lib/store/unreachable";

/** What the person wants of toolsets and tools during a run: what they switch off or refuse counts from the next step on. */
export class Wishes {
  private readonly agentId: string;
  private settings: Settings;
  private isStale = false;
  readonly close: () => void;

  constructor(agentId: string, settings: Settings) {
    this.agentId = agentId;
    this.settings = settings;
    this.close = subscribe((notice) => {
      if (notice.type === "settings" && notice.agent === agentId) this.isStale = true;
    });
  }

  /** As they are now; read again only after something was said to have changed. Model and limits stay those of the run. */
  async current(): Promise<Settings> {
    if (this.isStale) {
      this.isStale = false;
      const { toolsets, tools } = await patiently(() => readSettings(this.agentId));
      this.settings = { ...this.settings, toolsets, tools };
    }
    return this.settings;
  }
}
