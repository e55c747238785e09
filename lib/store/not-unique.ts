import postgres from "postgres";

/**
 * For `.catch`: turns a unique violation into the result `[null]`. The caller then rereads to find the
 * reason.
 */
export function notUnique(error: unknown): [null] {
  if (error instanceof postgres.PostgresError && error.code === "23505") return [null];
  throw error;
}
