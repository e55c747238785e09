import { type Equipment, standard } from "@/lib/agent/message/equipment";
import type { ResolvedModel } from "@/lib/models/providers/index";
import { providers } from "@/lib/models/providers/providers";
import { PROVIDERS, type ProviderId } from "@/lib/shared/settings";
import type { Provider } from "../provider/server";

export type WireId = ProviderId;
/** One provider for each adapter: the first in the list. */
export const wires = PROVIDERS.filter(
  (id) => PROVIDERS.find((other) => providers[other].model === providers[id].model) === id,
);

let chosen: ResolvedModel | null = null;

export async function choose(
  wire: WireId,
  { urls }: Provider,
  { name, apiKey = "a-key-for-tests" }: { name?: string; apiKey?: string } = {},
): Promise<void> {
  const adapter = providers[wire];
  const named = name ?? adapter.firstChoice ?? "fake-model";
  const model = await adapter.model(named, { apiKey, baseUrl: urls[adapter.wire ?? "openai"] });
  chosen = {
    ...{ id: `${wire}/${named}`, name: named, model },
    ...{ provider: wire, providerTitle: adapter.title, isLocal: true, contextWindow: null, price: null },
    can: { tools: true, images: true, reasoning: true },
  };
}

export function chosenModel(): ResolvedModel {
  if (!chosen) throw new Error("No model is chosen");
  return chosen;
}

export const equipment: Equipment = { ...standard, resolveModel: async () => chosenModel() };
