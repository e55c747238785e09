import type { Page } from "@/components/client/paged-list";
import { jsonBody, request } from "@/components/client/request";
import {
  type ErrorCategory,
  type Execution,
  type ExecutionStats,
  type ExecutionSummary,
  execution,
  executionPage,
  executionStats,
  type HintView,
  hintView,
  type RunAgain,
  runAgain,
} from "@/lib/shared/executions";

export type Shown = { status?: "failed"; category?: ErrorCategory };

/** Covers the maximum run time and the wait for a free process. */
const RUN_MS = 90_000;

export async function readStats(days: number, signal?: AbortSignal): Promise<ExecutionStats> {
  return executionStats.parse(await (await request(`/api/code/stats?days=${days}`, { signal })).json());
}

export async function readHint(signal?: AbortSignal): Promise<HintView> {
  return hintView.parse(await (await request("/api/code/hint", { signal })).json());
}

export async function readRuns(
  shown: Shown,
  cursor?: string,
  signal?: AbortSignal,
): Promise<Page<ExecutionSummary>> {
  const query = new URLSearchParams({ ...shown, ...(cursor !== undefined && { cursor }) });
  const response = await request(`/api/code/executions?${query}`, { signal });
  const { executions, ...next } = executionPage.parse(await response.json());
  return { items: executions, ...next };
}

export async function readRun(id: string, signal?: AbortSignal): Promise<Execution> {
  const response = await request(`/api/code/executions/${encodeURIComponent(id)}`, { signal });
  return execution.parse((await response.json()).execution);
}

export async function runCopy(id: string, code: string): Promise<RunAgain> {
  const init = { method: "POST", ...jsonBody({ code }), patienceMs: RUN_MS };
  return runAgain.parse(
    await (await request(`/api/code/executions/${encodeURIComponent(id)}/run`, init)).json(),
  );
}
