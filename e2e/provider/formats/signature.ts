import { createHash } from "node:crypto";

/** Returns the signature by which a provider recognises its own reasoning when it is sent back. */
export const sign = (text: string): string => createHash("sha256").update(`signed ${text}`).digest("base64");
