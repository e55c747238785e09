import { randomUUID } from "node:crypto";
import { owned } from "@/lib/ground/base/process";

/** Names this server among those on the same database: it owns leases and signs notices. */
export const processId = (): string => owned("process id", () => randomUUID());
