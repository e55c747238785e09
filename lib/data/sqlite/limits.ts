/** What an agent's database may be and one call of it may take: bytes, rows of a result, milliseconds. */
export const SQL_LIMITS = { bytes: 25_600 * 4_096, rows: 1_000, ms: 5_000 } as const;

/** Rows that pages and live blocks may read at once. */
export const MAX_SQL_ROWS = 10_000;
