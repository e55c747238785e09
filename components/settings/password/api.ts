import { jsonBody, request } from "@/components/client/request";

/** Sets or changes the password. `current` is the password so far, if there is one. */
export async function savePassword(change: { current?: string; password: string }): Promise<void> {
  await request("/api/password", { method: "PUT", ...jsonBody(change) });
}

export async function removePassword(current: string): Promise<void> {
  await request("/api/password", { method: "DELETE", ...jsonBody({ current }) });
}
