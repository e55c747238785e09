import * as z from "zod/mini";
import { ApiError } from "./request";

/** What went wrong, for the user: the server's words, or that it was not reached. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError ? error.message : "Easel cannot be reached. See that it runs, and try again.";

const issues = z.array(z.object({ path: z.string(), message: z.string() }));

/** What the server found wrong, by the last name of the field: `providers.openai.apiKey` is `apiKey`. */
export function fieldErrors(error: unknown): Map<string, string> {
  const found = error instanceof ApiError ? (issues.safeParse(error.details).data ?? []) : [];
  return new Map(found.map(({ path, message }) => [path.split(".").at(-1) ?? "", message]));
}
