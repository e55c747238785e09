import { type Equipment, standard } from "@/lib/agent/message/equipment";
import { anthropic } from "@/lib/models/providers/anthropic";
import { gateway } from "@/lib/models/providers/gateway";
import { google } from "@/lib/models/providers/google";
import type { ResolvedModel } from "@/lib/models/providers/index";
import { openai } from "@/lib/models/providers/openai";
import { openaiCompatible } from "@/lib/models/providers/openai-compatible";
import type { ModelProvider } from "@/lib/models/providers/provider";
import type { ProviderId } from "@/lib/shared/settings";
import type { Provider } from "../provider/server";

/** Providers with the same adapter and format as `openai-compatible`. */
type Alike = "ollama" | "lmstudio";
type WireOf = { adapter: ModelProvider; name: string; at: keyof Provider["urls"] };

/** By wire format: the adapter, a reasoning model, and the fake provider's URL. */
const WIRES = {
  openai: { adapter: openai, name: "gpt-5.2", at: "openai" },
  "openai-compatible": { adapter: openaiCompatible, name: "fake-model", at: "openai" },
  anthropic: { adapter: anthropic, name: "claude-sonnet-5", at: "anthropic" },
  google: { adapter: google, name: "gemini-3.8-flash", at: "google" },
  gateway: { adapter: gateway, name: "anthropic/claude-sonnet-5", at: "gateway" },
} as const satisfies Record<Exclude<ProviderId, Alike>, WireOf>;
export type WireId = keyof typeof WIRES;
export const wires = Object.keys(WIRES) as WireId[];

let chosen: ResolvedModel | null = null;

/** From here on, runs use this provider through its own adapter. */
export async function choose(
  wire: WireId,
  { urls }: Provider,
  { name, apiKey = "a-key-for-tests" }: { name?: string; apiKey?: string } = {},
): Promise<void> {
  const { adapter, at, ...usual } = WIRES[wire];
  const model = await adapter.model(name ?? usual.name, { apiKey, baseUrl: urls[at] });
  chosen = {
    ...{ id: `${wire}/${name ?? usual.name}`, name: name ?? usual.name, model },
    ...{ provider: wire, providerTitle: adapter.title, isLocal: true, contextWindow: null, price: null },
    can: { tools: true, images: true, reasoning: true },
  };
}

export function chosenModel(): ResolvedModel {
  if (!chosen) throw new Error("No model is chosen");
  return chosen;
}

export const equipment: Equipment = { ...standard, resolveModel: async () => chosenModel() };
