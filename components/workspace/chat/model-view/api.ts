import { request } from "@/components/client/request";
import { type AssembledPrompt, assembledPrompt } from "@/lib/shared/tools/assembled";

/** Without `conversation`: a new one. Without `model`: the one that would answer. */
export type Wanted = { conversation?: string; model?: string };

export async function readAssembled(wanted: Wanted, signal?: AbortSignal): Promise<AssembledPrompt> {
  const query = new URLSearchParams({ ...wanted });
  return assembledPrompt.parse(await (await request(`/api/prompt/assembled?${query}`, { signal })).json());
}
