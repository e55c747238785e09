import { jsonBody, request } from "@/components/client/request";
import {
  type Checked,
  type CheckedItem,
  checkedItem,
  type Expected,
  type ItemProofs,
  itemProofs,
  type Proof,
  type ProofLine,
  type Proven,
  proofLines,
  type Tried,
} from "@/lib/shared/proofs/contract";
import type { NewExampleFields } from "@/lib/shared/proofs/fields";

/** Timeout of requests that render components in the server's browser. */
const TRIED_MS = 60_000;

export async function readItemProofs(
  item: { kind: Proven; name: string },
  signal?: AbortSignal,
): Promise<ItemProofs> {
  const query = new URLSearchParams(item);
  return itemProofs.parse(await (await request(`/api/examples?${query}`, { signal })).json());
}

export async function keepExample(from: NewExampleFields): Promise<void> {
  await request("/api/examples", { method: "POST", ...jsonBody(from), patienceMs: TRIED_MS });
}

export async function changeExample(
  id: string,
  change: { input?: unknown; expected: Expected },
): Promise<void> {
  await request(`/api/examples/${id}`, { method: "PATCH", ...jsonBody(change) });
}

export async function deleteExample(id: string): Promise<void> {
  await request(`/api/examples/${id}`, { method: "DELETE" });
}

export async function listOpenProofs(agentId?: string, signal?: AbortSignal): Promise<ProofLine[]> {
  const query = agentId === undefined ? "" : `?${new URLSearchParams({ agent: agentId })}`;
  return proofLines.parse(await (await request(`/api/proofs${query}`, { signal })).json()).proofs;
}

/** Tries the newest change of an item on recent turns, in the background. */
export async function tryOnTurns(item: { kind: Tried; name: string }): Promise<void> {
  await request("/api/proofs", { method: "POST", ...jsonBody(item) });
}

/** Checks the live version of a tool or component against what it uses and its examples. */
export async function checkItem(item: { kind: Checked; name: string }): Promise<CheckedItem> {
  const init = { method: "POST", ...jsonBody(item), patienceMs: TRIED_MS };
  return checkedItem.parse(await (await request("/api/proofs", init)).json());
}

/** Puts the version that waits live, or discards it. For a version that went back, discarding dismisses the line. */
export async function settleProof(
  { id, agentId }: Pick<Proof, "id" | "agentId">,
  action: "use" | "discard",
): Promise<void> {
  const init = { method: "POST", ...jsonBody({ action }), patienceMs: TRIED_MS };
  await request(`/api/proofs/${id}?${new URLSearchParams({ agent: agentId })}`, init);
}
