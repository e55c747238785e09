import { createHash } from "node:crypto";
import { singleton } from "@/lib/ground/base/process";
import { AppError } from "@/lib/shared/errors";
import { askForModels, type ModelsAnswer } from "./ask-for-models";
import { isLocalAddress } from "./local";
import type { ModelProvider, ProviderAccess } from "./provider";

const FRESH_MS = 5 * 60_000;
const MAX_CACHED = 100;

type CachedListing = { answer: Promise<ModelsAnswer>; at: number; first?: string };

const servers = () => singleton("models.listed", () => new Map<string, CachedListing>());

/**
 * Lists the models of a provider, cached for five minutes. Failures and local servers are not cached, because
 * a local model may just have been loaded.
 */
export function listModels(provider: ModelProvider, access: ProviderAccess): Promise<ModelsAnswer> {
  const key = fingerprint(provider.id, access.baseUrl, access.apiKey);
  const before = servers().get(key);
  if (before && performance.now() - before.at < FRESH_MS) return before.answer;
  const entry: CachedListing = {
    answer: askForModels(provider, access),
    at: performance.now(),
    first: before?.first,
  };
  keep(key, entry);
  entry.answer.then((answer) => {
    if (!answer.ok || isLocalAddress(access.baseUrl ?? "")) entry.at = Number.NEGATIVE_INFINITY;
    // Keep the chosen model while the server lists it, even if it is no longer the first.
    const isThere = answer.ok && answer.models.some(({ name }) => name === entry.first);
    if (answer.ok && !isThere) entry.first = answer.models[0].name;
  });
  return entry.answer;
}

/**
 * Returns the default model of a server for which the user has chosen none: the model that the server first
 * listed, as long as it lists it.
 */
export async function firstModel(provider: ModelProvider, access: ProviderAccess): Promise<string> {
  const key = fingerprint(provider.id, access.baseUrl, access.apiKey);
  const chosen = servers().get(key)?.first;
  if (chosen) return chosen;
  const answer = await listModels(provider, access);
  if (answer.ok) return answer.models[0].name;
  const message = `No model could be chosen. ${answer.message} You can also choose a model in Settings → Models.`;
  throw new AppError("unavailable", message);
}

/** Identifies an access without storing its key. */
export const fingerprint = (...parts: (string | undefined)[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64");

function keep(key: string, entry: CachedListing): void {
  const all = servers();
  all.delete(key);
  all.set(key, entry);
  const [oldest] = all.keys();
  if (all.size > MAX_CACHED && oldest !== undefined) all.delete(oldest);
}
