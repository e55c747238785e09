import * as z from "zod/mini";
import { notifyProblem } from "@/components/ui/kit/notify";
import { baseOf } from "@/lib/shared/agents/agent-address";
import { t } from "@/lib/shared/i18n/en/rehearsals";
import { type RehearsalView, rehearsalList, rehearsalView } from "@/lib/shared/rehearsals";
import { jsonBody, request } from "../request";
import { troubleText } from "./trouble";

/** Copying an agent takes long if its database is large. */
const COPY_MS = 120_000;

const started = z.object({ rehearsal: rehearsalView });

type Start = { job: string } | { conversation: string; message: string; call?: string };

/** Starts a rehearsal. Returns undefined, and notifies the user, if that fails. */
export async function startRehearsal(body: Start): Promise<RehearsalView | undefined> {
  try {
    const init = { method: "POST", ...jsonBody(body), patienceMs: COPY_MS };
    return started.parse(await (await request("/api/rehearsals", init)).json()).rehearsal;
  } catch (error) {
    await notifyProblem(t("notStarted", { error: troubleText(error) }));
  }
}

/** Copies a conversation with the agent, and opens the copy. */
export async function openFork(body: Exclude<Start, { job: string }>): Promise<void> {
  const rehearsal = await startRehearsal(body);
  if (rehearsal?.conversationId) location.assign(chatOf(rehearsal.id, rehearsal.conversationId));
}

export async function readRehearsals(signal?: AbortSignal): Promise<RehearsalView[]> {
  return rehearsalList.parse(await (await request("/api/rehearsals", { signal })).json()).rehearsals;
}

export async function undoRehearsal(id: string): Promise<void> {
  await request(`/api/rehearsals/${id}/undo`, { method: "POST", patienceMs: COPY_MS });
}

export const chatOf = (id: string, conversationId: string): string => `${baseOf(id)}/chat/${conversationId}`;
