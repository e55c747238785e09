/** How dates in a CSV are written: day, month and year in their order. */
export const DATE_ORDERS = ["dmy", "mdy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** So much of a file is looked at before it is imported. */
export const SAMPLE_BYTES = 256_000;
