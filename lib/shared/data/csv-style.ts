/** How dates in a CSV are written: day, month and year in their order. */
export const DATE_ORDERS = ["dmy", "mdy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** The sign before the decimals of a number. */
export const DECIMALS = ["comma", "point"] as const;
export type Decimal = (typeof DECIMALS)[number];

/** So much of a file is looked at before it is imported. */
export const SAMPLE_BYTES = 256_000;
/** Number of rows that decide the style of the columns. */
export const SAMPLE_ROWS = 2_000;
