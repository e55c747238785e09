import postgres from "postgres";

/**
 * For `.catch`: turns a unique violation into the result `[null]`, so that the caller can find out the
 * reason. Throws other errors.
 */
export function notUnique(error: unknown): [null] {
  if (error instanceof postgres.PostgresError && error.code === "23505") return [null];
  throw error;
}
