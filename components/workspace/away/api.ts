import { ApiError, jsonBody, request } from "@/components/client/request";
import { restoreRevision } from "@/components/client/versions/api";
import { type AwayChange, type AwayView, awayView, visitAnswer } from "@/lib/shared/away";
import type { Kind } from "@/lib/shared/kinds";

/**
 * Reports that the user is present. Resolves to the start of the user's absence if it was long, otherwise to
 * null.
 */
export async function visit(): Promise<string | null> {
  return visitAnswer.parse(await (await request("/api/away", { method: "POST" })).json()).since;
}

export async function dismissAway(): Promise<void> {
  await request("/api/away", { method: "DELETE" });
}

export async function readAway(since: string, signal?: AbortSignal): Promise<AwayView> {
  return awayView.parse(
    await (await request(`/api/away?${new URLSearchParams({ since })}`, { signal })).json(),
  );
}

export async function switchOn({ kind, jobId }: AwayView["runs"][number]): Promise<void> {
  const body = jsonBody({ enabled: true });
  if (kind === "pulse") await request("/api/pulse", { method: "PUT", ...body });
  else await request(`/api/${kind === "cron" ? "jobs" : "triggers"}/${jobId}`, { method: "PATCH", ...body });
}

/**
 * API paths that delete an item of a kind. Prompt and notes need no path, because an earlier version to
 * restore always exists.
 */
const HOMES: Partial<Record<Kind, string[]>> = {
  tool: ["/api/agent-tools"],
  component: ["/api/components"],
  state: ["/api/state"],
  board: ["/api/boards"],
  job: ["/api/jobs", "/api/triggers"],
  block: ["/api/memory/blocks"],
  memory: ["/api/memory/memories"],
  collection: ["/api/documents"],
};

export async function undoChange({ kind, name, beforeId }: AwayChange): Promise<void> {
  if (beforeId) {
    await restoreRevision(beforeId, true);
    return;
  }
  const [home, other] = HOMES[kind] ?? [];
  if (!home) throw new ApiError(422, "No earlier version is stored.", undefined);
  const remove = (home: string) =>
    request(`${home}/${name.split("/").map(encodeURIComponent).join("/")}`, { method: "DELETE" });
  await remove(home).catch((error) => {
    if (other && error instanceof ApiError && error.status === 404) return remove(other);
    throw error;
  });
}
