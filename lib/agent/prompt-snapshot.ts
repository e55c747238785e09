import { componentsText, describeComponentList } from "@/lib/authored/components/listed";
import type { NamedComponent } from "@/lib/store/components";
import { readForModel } from "./in-time";
import { tablesText } from "./tables";

/** What moves in a prompt, as it is when a message begins; all steps of the message see the same, for providers to cache. */
export class PromptSnapshot {
  readonly now = new Date();
  private readonly agentId: string;
  private told: Promise<string> | undefined;
  private listed: Promise<string> | undefined;

  /** Begins to read at once: it is there when the model is to be asked. `components` where they were read already. */
  constructor(agentId: string, components?: readonly NamedComponent[]) {
    this.agentId = agentId;
    if (components) this.listed = Promise.resolve(describeComponentList(components));
    for (const part of [this.tables(), this.components()]) part.catch(() => {});
  }

  /** What there is in the agent's database. */
  tables(): Promise<string> {
    this.told ??= readForModel(() => tablesText(this.agentId));
    return this.told;
  }

  /** The components that it has stored. */
  components(): Promise<string> {
    this.listed ??= readForModel(() => componentsText(this.agentId));
    return this.listed;
  }
}
