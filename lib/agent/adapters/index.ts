import type { Adapter } from "./adapter";
import { claude } from "./claude";
import { gemini } from "./gemini";
import { gpt } from "./gpt";
import { other } from "./other";

/** The first whose sign fits. */
const adapters: readonly Adapter[] = [gpt, claude, gemini, other];

/** The adapter for `provider/model`; a gateway puts the vendor before the name. */
export function adapterFor(model: string): Adapter {
  const name = model.toLowerCase().split("/").at(-1) ?? "";
  return adapters.find(({ sign }) => sign.test(name)) ?? other;
}
