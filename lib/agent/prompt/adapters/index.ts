import type { ModelFamily } from "@/lib/shared/tools/families";
import type { Settings } from "@/lib/store/agents/settings";
import type { Adapter } from "./adapter";
import { claude } from "./claude";
import { gemini } from "./gemini";
import { gpt } from "./gpt";
import { other } from "./other";

/** `adapterFor` takes the first match. */
const adapters: readonly Adapter[] = [gpt, claude, gemini, other];

export const describeFamilies = ({ families }: Pick<Settings, "families">): ModelFamily[] =>
  adapters.map(({ id, title, models, prompt }) => ({
    ...{ id, title, models, prompt },
    instructions: families[id]?.instructions ?? null,
  }));

/** Returns the adapter for `provider/model`. Gateways put the vendor before the name. */
export function adapterFor(model: string): Adapter {
  const name = model.toLowerCase().split("/").at(-1) ?? "";
  return adapters.find(({ sign }) => sign.test(name)) ?? other;
}
