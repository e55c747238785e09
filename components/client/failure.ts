import * as z from "zod/mini";
import { t } from "@/lib/shared/i18n/en/client";
import { ApiError } from "./request";

/** A refusal by the page itself, with a message for the user. */
export class Refused extends Error {}

/** Returns the user-facing message of an error: the server's message, or that Easel cannot be reached. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError || error instanceof Refused ? error.message : t("unreachable");

const GATEWAY = [502, 503, 504];

/** Returns true if a request failed because Easel or its database cannot be reached, so it may succeed later. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError ? GATEWAY.includes(error.status) : error instanceof TypeError;

const issues = z.array(z.object({ path: z.string(), message: z.string() }));

/**
 * Returns the server's validation messages by the last part of the field's path: `apiKey` for
 * `providers.openai.apiKey`.
 */
export const fieldErrors = (error: unknown): Map<string, string> =>
  new Map([...pathErrors(error)].map(([path, message]) => [path.split(".").at(-1) ?? "", message]));

/** Returns the server's validation messages by the whole path of the field. */
export function pathErrors(error: unknown): Map<string, string> {
  const found = error instanceof ApiError ? (issues.safeParse(error.details).data ?? []) : [];
  return new Map(found.map(({ path, message }) => [path, message]));
}
