import { createHash, createHmac } from "node:crypto";
import { secretKey } from "./secret.ts";

/** Purposes of tokens: the addresses that others call, and those of calendars. */
export const HOOKS = "hooks";
export const CALENDAR = "calendar";

/**
 * The token in an address that needs no session, for one purpose. It follows from the secret of this installation, so it need
 * not be kept to be shown again: its hash is enough to know it by. In a copy elsewhere it is another one.
 */
export const tokenOf = (purpose: string, id: string): string =>
  createHmac("sha256", secretKey(purpose)).update(id).digest("base64url");

export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");
