import { tablesText } from "./tables";

/** What moves in a prompt, as it is when a message begins; all steps of the message see the same, for providers to cache. */
export class Moment {
  readonly now = new Date();
  private readonly agentId: string;
  private told: Promise<string> | undefined;

  constructor(agentId: string) {
    this.agentId = agentId;
  }

  /** What there is in the agent's database. */
  tables(): Promise<string> {
    this.told ??= tablesText(this.agentId);
    return this.told;
  }
}
