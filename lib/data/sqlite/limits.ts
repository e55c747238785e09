/** Limits of an agent's database (bytes) and of one call (rows of a result, milliseconds). */
export const SQL_LIMITS = { bytes: 25_600 * 4_096, rows: 1_000, ms: 5_000 } as const;

/** Maximum rows of a result for pages and live blocks. */
export const MAX_SQL_ROWS = 10_000;
