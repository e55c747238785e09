import type { z } from "zod/mini";
import { JOBS } from "@/components/client/events";
import { jsonBody, request } from "@/components/client/request";
import {
  cronPreview,
  type JobRunView,
  type JobView,
  jobAnswer,
  jobList,
  jobRunList,
  type PulseView,
  pulseAnswer,
  scheduleView,
  type TriggerKind,
  type TriggerView,
  triggerAnswer,
  triggerList,
} from "@/lib/shared/jobs/contract";

export type Item = (JobView & { kind: "cron" }) | TriggerView;

export type Fired = { kind: Item["kind"] | "pulse"; id: string };

/** Fields of a job or trigger. The server accepts only the fields of its kind. */
export type ItemFields = {
  name?: string;
  instruction?: string;
  enabled?: boolean;
  cronExpression?: string;
  timeZone?: string;
  catchUp?: JobView["catchUp"];
  at?: string;
  sql?: string;
  key?: string;
  from?: string;
  subject?: string;
  folder?: string;
};

export type PulseChange = Partial<
  Pick<PulseView, "enabled" | "activeDays" | "pulsesPerDay" | "quietHours" | "notes">
>;

export const isAboutJobs = (change: string): boolean => change === JOBS;

const homeOf = (kind: Item["kind"]): string => (kind === "cron" ? "/api/jobs" : "/api/triggers");
const pathOf = ({ kind, id }: Fired): string =>
  kind === "pulse" ? "/api/pulse" : `${homeOf(kind)}/${encodeURIComponent(id)}`;

const asItem = (job: JobView): Item => ({ ...job, kind: "cron" });

export async function readItems(signal?: AbortSignal): Promise<Item[]> {
  const [jobs, triggers] = await Promise.all([
    request("/api/jobs", { signal }).then((response) => response.json()),
    request("/api/triggers", { signal }).then((response) => response.json()),
  ]);
  return [...jobList.parse(jobs).jobs.map(asItem), ...triggerList.parse(triggers).triggers];
}

export async function createItem(kind: Item["kind"], fields: ItemFields): Promise<Item> {
  const body = kind === "cron" ? fields : { ...fields, kind: kind satisfies TriggerKind };
  return itemOf(kind, await request(homeOf(kind), { method: "POST", ...jsonBody(body) }));
}

export async function changeItem(item: Pick<Item, "kind" | "id">, fields: ItemFields): Promise<Item> {
  return itemOf(item.kind, await request(pathOf(item), { method: "PATCH", ...jsonBody(fields) }));
}

export async function deleteItem(item: Pick<Item, "kind" | "id">): Promise<void> {
  await request(pathOf(item), { method: "DELETE" });
}

/** Starts a run now. Fails if another run of the same item is running or waiting. */
export async function runItem(item: Fired): Promise<void> {
  await request(`${pathOf(item)}/run`, { method: "POST" });
}

async function itemOf(kind: Item["kind"], response: Response): Promise<Item> {
  const body = await response.json();
  return kind === "cron" ? asItem(jobAnswer.parse(body).job) : triggerAnswer.parse(body).trigger;
}

export async function readRuns(
  item: Fired,
  { cursor, limit }: { cursor: string | undefined; limit: number | undefined },
  signal?: AbortSignal,
): Promise<{ items: JobRunView[]; nextCursor?: string }> {
  const query = new URLSearchParams({ ...(cursor && { cursor }), ...(limit && { limit: `${limit}` }) });
  const body = await (await request(`${pathOf(item)}/runs?${query}`, { signal })).json();
  const { runs, ...next } = jobRunList.parse(body);
  return { items: runs, ...next };
}

export async function readPreview(
  cronExpression: string,
  timeZone: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const query = new URLSearchParams({ cronExpression, timeZone });
  const body = await (await request(`/api/jobs/preview?${query}`, { signal })).json();
  return cronPreview.parse(body).nextRuns;
}

export type Span = { from: string; to: string };

export async function readSchedule(span: Span, signal?: AbortSignal): Promise<z.infer<typeof scheduleView>> {
  const query = new URLSearchParams(span);
  return scheduleView.parse(await (await request(`/api/schedule?${query}`, { signal })).json());
}

export async function readPulse(signal?: AbortSignal): Promise<PulseView> {
  return pulseAnswer.parse(await (await request("/api/pulse", { signal })).json()).pulse;
}

export async function changePulse(change: PulseChange): Promise<PulseView> {
  const response = await request("/api/pulse", { method: "PUT", ...jsonBody(change) });
  return pulseAnswer.parse(await response.json()).pulse;
}
