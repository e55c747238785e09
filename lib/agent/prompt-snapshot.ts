import { componentsText, describeComponentList } from "@/lib/authored/components/listed";
import { readScheduleText, scheduleText } from "@/lib/schedule/prompt";
import type { NamedComponent } from "@/lib/store/components";
import type { PromptJob } from "@/lib/store/jobs";
import { readForModel } from "./in-time";
import { tablesText } from "./tables";

type Known = { components: readonly NamedComponent[]; jobs: readonly PromptJob[]; timeZone: string };

/** What moves in a prompt, as it is when a message begins; all steps of the message see the same, for providers to cache. */
export class PromptSnapshot {
  readonly now = new Date();
  private readonly agentId: string;
  private told: Promise<string> | undefined;
  private listed: Promise<string> | undefined;
  private planned: Promise<string> | undefined;

  /** Begins to read at once: it is there when the model is to be asked. `known` was read already. */
  constructor(agentId: string, known?: Known) {
    this.agentId = agentId;
    if (known) {
      this.listed = Promise.resolve(describeComponentList(known.components));
      this.planned = Promise.resolve(scheduleText(known.jobs, known.timeZone, this.now));
    }
    for (const part of [this.tables(), this.components(), this.schedule()]) part.catch(() => {});
  }

  /** What there is in the agent's database. */
  tables(): Promise<string> {
    this.told ??= readForModel(() => tablesText(this.agentId));
    return this.told;
  }

  /** Its jobs, triggers and pulse. */
  schedule(): Promise<string> {
    this.planned ??= readForModel(() => readScheduleText(this.agentId, this.now));
    return this.planned;
  }

  /** The components that it has stored. */
  components(): Promise<string> {
    this.listed ??= readForModel(() => componentsText(this.agentId));
    return this.listed;
  }
}
