import { jsonBody, request } from "@/components/client/request";
import { type AwayView, awayView, visitAnswer } from "@/lib/shared/away";

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
