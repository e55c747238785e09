import * as z from "zod/mini";

const errorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.optional(z.unknown()) }),
});

/**
 * Returns the error of a response, or undefined if the body is not one of Easel's, for example from a proxy.
 */
export function readError(body: unknown): { code: string; message: string; details?: unknown } | undefined {
  return errorBody.safeParse(body).data?.error;
}
