import postgres from "postgres";

/** For `.catch`: a row that is there already makes the statement give `[null]`; the caller reads again and sees why. */
export function notUnique(error: unknown): [null] {
  if (error instanceof postgres.PostgresError && error.code === "23505") return [null];
  throw error;
}
