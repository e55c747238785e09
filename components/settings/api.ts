import type { z } from "zod";
import { jsonBody, request } from "@/components/client/request";
import { memoryHits } from "@/lib/shared/memory/memory-search";
import { type SearchTest, type SearchTestResult, searchTestResult } from "@/lib/shared/search";
import {
  type ModelsView,
  type ModelTestResult,
  modelsView,
  type modelTest,
  modelTestResult,
  type SettingsChange,
  type SettingsView,
  settingsView,
} from "@/lib/shared/settings";

export type ModelTest = z.infer<typeof modelTest>;

/** A slow machine may take this long to load a local model for its first answer. */
const TEST_MS = 90_000;

export async function saveSettings(change: SettingsChange): Promise<SettingsView> {
  const response = await request("/api/settings", { method: "PUT", ...jsonBody(change) });
  return settingsView.parse(await response.json()).settings;
}

export async function readSettings(signal?: AbortSignal): Promise<SettingsView> {
  return settingsView.parse(await (await request("/api/settings", { signal })).json()).settings;
}

export async function readModels(signal?: AbortSignal): Promise<ModelsView> {
  return modelsView.parse(await (await request("/api/models", { signal })).json());
}

/**
 * Returns the number of texts without embeddings, at most 10,000, or null while the embedding model does not
 * answer and only words are compared.
 */
export async function readWaiting(signal?: AbortSignal): Promise<number | null> {
  const response = await request("/api/memory/search?q=a&limit=1&wait=0", { signal });
  return memoryHits.parse(await response.json()).waiting;
}

export async function testModel(wanted: ModelTest): Promise<ModelTestResult> {
  const init = { method: "POST", ...jsonBody(wanted), patienceMs: TEST_MS };
  return modelTestResult.parse(await (await request("/api/models/test", init)).json());
}

export async function testSearch(wanted: SearchTest): Promise<SearchTestResult> {
  const init = { method: "POST", ...jsonBody(wanted), patienceMs: TEST_MS };
  return searchTestResult.parse(await (await request("/api/search/test", init)).json());
}

/** Chooses the model of a conversation. Null chooses the model of new conversations. */
export async function chooseModel(conversationId: string, model: string | null): Promise<void> {
  const path = `/api/conversations/${encodeURIComponent(conversationId)}`;
  await request(path, { method: "PATCH", ...jsonBody({ model }) });
}

/** Chooses the fallback models of a conversation. Null chooses those of the settings. */
export async function chooseFallbackModels(
  conversationId: string,
  fallbackModels: string[] | null,
): Promise<void> {
  const path = `/api/conversations/${encodeURIComponent(conversationId)}`;
  await request(path, { method: "PATCH", ...jsonBody({ successors: fallbackModels }) });
}

export async function endSession(id: string): Promise<void> {
  await request(`/api/sessions/${encodeURIComponent(id)}`, { method: "DELETE" });
}

export async function endEverySession(): Promise<void> {
  await request("/api/sessions", { method: "DELETE" });
}
