import { singleton } from "@/lib/ground/base/process";
import { listModels } from "./discovery";
import type { ModelProvider, ProviderAccess } from "./provider";

/**
 * Cache time in milliseconds. It is short, because a local server may load another model under the same name.
 */
const FRESH_MS = 5 * 60_000;
const MAX_CACHED = 100;

type CachedWindow = { window: Promise<number | null>; at: number };

/**
 * Returns the context window that a server lists for a model, or null. Cached for five minutes. Never throws.
 */
export function listedWindow(
  provider: ModelProvider,
  name: string,
  access: ProviderAccess,
): Promise<number | null> {
  const all = singleton("models.windows", () => new Map<string, CachedWindow>());
  const key = `${provider.id} ${access.baseUrl} ${name}`;
  const before = all.get(key);
  if (before && performance.now() - before.at < FRESH_MS) return before.window;
  const window = listModels(provider, access).then((answer) => {
    const listed = answer.ok ? answer.models.find((model) => model.name === name) : undefined;
    return listed?.contextWindow ?? null;
  });
  all.delete(key);
  all.set(key, { window, at: performance.now() });
  const [oldest] = all.keys();
  if (all.size > MAX_CACHED && oldest !== undefined) all.delete(oldest);
  return window;
}
