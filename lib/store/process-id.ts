import { randomUUID } from "node:crypto";
import { singleton } from "@/lib/ground/base/process";

/**
 * Returns the id of this server among those on the same database. It owns leases and identifies the sender of
 * notices.
 */
export const processId = (): string => singleton("process id", () => randomUUID());
