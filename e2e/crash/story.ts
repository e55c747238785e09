import type { Provider } from "../provider/server.ts";
import type { EaselServer } from "../server.ts";

export type Stage = { easel: EaselServer; provider: Provider; folder: string };

/** Starts some activity before the server is killed, and checks it after the restart. */
export type Story = (stage: Stage) => Promise<{
  whenDown?: () => Promise<unknown>;
  after: () => Promise<unknown>;
}>;
