export const DATE_ORDERS = ["dmy", "mdy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export const DECIMALS = ["comma", "point"] as const;
export type Decimal = (typeof DECIMALS)[number];

/** Bytes of a file that are examined before the import. */
export const SAMPLE_BYTES = 256_000;
export const SAMPLE_ROWS = 2_000;
