import * as z from "zod/mini";

/** What waits, or went wrong while nobody looked, as far as it is told outside of a tab: no word of what it is about. */
export const TOLD_KINDS = ["question", "permission", "sheet", "job_failing", "job_off"] as const;
export const toldKind = z.enum(TOLD_KINDS);
export type ToldKind = z.infer<typeof toldKind>;

/** All that a push service carries. */
export type PushNotice = { title: string; kind: ToldKind };

const FAILED: Partial<Record<ToldKind, string>> = {
  job_failing: "Easel: a job has failed three times in a row",
  job_off: "Easel: a job was switched off after ten failures",
};

export const titleOf = (kind: ToldKind): string => FAILED[kind] ?? `Easel: a ${kind} waits for you`;

/** Where a person finds what they were told of; the service worker says the same. */
export const placeOf = (kind: ToldKind): string => (kind in FAILED ? "/schedule" : "/inbox");

/** What `GET /api/push` gives. */
export const pushKey = z.object({ publicKey: z.string() });
