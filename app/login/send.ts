import { z } from "zod";
import { t } from "@/lib/shared/i18n/en/pages";
import { needsCode } from "@/lib/shared/members/sign-in";

const failure = z.object({
  error: z.object({ message: z.string(), details: z.unknown().optional() }),
});
const TIMEOUT_MS = 20_000;

/** `fields`: the errors of single fields. */
export type Failure = { problem: string; needsCode: boolean; fields: Map<string, string> };
export type Outcome = { body: unknown } | Failure;

/**
 * Sends a request of a visitor who is not signed in. Unlike `request` of the workspace, it shows a 401 on this page instead
 * of opening the login page.
 */
export async function send(method: "POST" | "PUT", path: string, body: object): Promise<Outcome> {
  try {
    const response = await fetch(path, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 204) return { body: null };
    const answer: unknown = await response.json();
    if (response.ok) return { body: answer };
    const { data } = failure.safeParse(answer);
    return data ? failed(data.error.message, data.error.details) : failed(t("invalidResponse"));
  } catch {
    return failed(t("unreachable"));
  }
}

const issues = z.array(z.object({ path: z.string(), message: z.string() }));

export const failed = (problem: string, details?: unknown): Failure => ({
  problem,
  needsCode: needsCode(details),
  fields: new Map(issues.safeParse(details).data?.map(({ path, message }) => [path, message])),
});
