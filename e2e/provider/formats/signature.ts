import { createHash } from "node:crypto";

/** What a provider adds to reasoning so that it knows its own words when they come back. */
export const sign = (text: string): string => createHash("sha256").update(`signed ${text}`).digest("base64");
