import * as z from "zod/mini";
import { jsonBody, request } from "@/components/client/request";
import type { AppSource, NewApp } from "@/lib/shared/apps/contract";
import { appList, appPlan, visitorList, writeList } from "@/lib/shared/apps/views";

export const APPS = ["apps"] as const;

/** Time in ms in which a component is bundled for visitors. */
const PATIENCE_MS = 60_000;

const post = (body: unknown) => ({ method: "POST", ...jsonBody(body), patienceMs: PATIENCE_MS });

export const listApps = async (signal?: AbortSignal) =>
  appList.parse(await (await request("/api/apps", { signal })).json());

export const planApp = async (source: AppSource, signal?: AbortSignal) =>
  appPlan.parse(await (await request("/api/apps/plan", { ...post(source), signal })).json());

const made = z.object({ id: z.string(), version: z.nullable(z.number()), url: z.string() });

export const publishApp = async (app: Partial<NewApp>) =>
  made.parse(await (await request("/api/apps", post(app))).json());

export async function changeApp(
  id: string,
  change: { version?: number | null; newLink?: true },
): Promise<void> {
  await request(`/api/apps/${id}`, { method: "PATCH", ...jsonBody(change) });
}

export async function deleteApp(id: string): Promise<void> {
  await request(`/api/apps/${id}`, { method: "DELETE" });
}

export const listVisitors = async (id: string, signal?: AbortSignal) =>
  visitorList.parse(await (await request(`/api/apps/${id}/visitors`, { signal })).json());

export const listWrites = async (id: string, visitor: string, signal?: AbortSignal) =>
  writeList.parse(await (await request(`/api/apps/${id}/writes?visitor=${visitor}`, { signal })).json());
