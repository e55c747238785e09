import postgres from "postgres";

export const isNotUnique = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.code === "23505";

/**
 * For `.catch`: turns a unique violation into the result `[null]`, so that the caller can find out the
 * reason. Throws other errors.
 */
export function notUnique(error: unknown): [null] {
  if (isNotUnique(error)) return [null];
  throw error;
}
