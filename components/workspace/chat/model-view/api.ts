import { request } from "@/components/client/request";
import { type AssembledPrompt, assembledPrompt } from "@/lib/shared/tools/assembled";

/**
 * Without `conversation`, the request is for a new conversation. Without `model`, it is for the model that
 * would answer.
 */
export type Wanted = { conversation?: string; model?: string };

export async function readAssembled(wanted: Wanted, signal?: AbortSignal): Promise<AssembledPrompt> {
  const query = new URLSearchParams({ ...wanted });
  return assembledPrompt.parse(await (await request(`/api/prompt/assembled?${query}`, { signal })).json());
}
