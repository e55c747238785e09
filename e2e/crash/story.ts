import type { Provider } from "../provider/server.ts";
import type { EaselServer } from "../server.ts";

export type Stage = { easel: EaselServer; provider: Provider; folder: string };

/** What is under way when the server ends: it is begun before, and looked at when the server has started again. */
export type Story = (stage: Stage) => Promise<{
  /** While no server runs. */
  whenDown?: () => Promise<unknown>;
  after: () => Promise<unknown>;
}>;
