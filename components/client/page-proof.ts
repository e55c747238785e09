import * as z from "zod/mini";
import { PAGE_HEADER } from "@/lib/shared/page-proof";

const answer = z.object({ proof: z.string() });
let proof: string | undefined;

/** Returns the header with this page's proof, or none if no request has needed it yet. */
export const pageHeaders = (): Record<string, string> => (proof ? { [PAGE_HEADER]: proof } : {});

/** Gets the proof of this page if it has none. Without one, the server refuses the request that needs it. */
export async function ensurePageProof(signal?: AbortSignal): Promise<void> {
  if (proof === undefined) await renewPageProof(signal).catch(() => {});
}

/** Gets a new proof for this page. Throws if the server gives none. */
export async function renewPageProof(signal?: AbortSignal): Promise<void> {
  const response = await fetch("/api/page", { method: "POST", cache: "no-store", signal });
  proof = answer.parse(await response.json()).proof;
}
