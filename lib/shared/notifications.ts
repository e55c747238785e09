import * as z from "zod/mini";

/** Kinds of notifications outside of a tab. A notification never includes the content. */
export const NOTIFICATION_KINDS = ["question", "permission", "sheet", "job_failing", "job_off"] as const;
export const notificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof notificationKind>;

/** The full content sent to a push service. */
export type PushNotice = { title: string; kind: NotificationKind };

const FAILED: Partial<Record<NotificationKind, string>> = {
  job_failing: "Easel: a job has failed three times in a row",
  job_off: "Easel: a job was switched off after ten failures",
};

export const titleOf = (kind: NotificationKind): string => FAILED[kind] ?? `Easel: a ${kind} waits for you`;

/** Returns the page to open from a notification. The service worker has the same paths. */
export const placeOf = (kind: NotificationKind): string => (kind in FAILED ? "/calendar/jobs" : "/inbox");

export const pushKey = z.object({ publicKey: z.string() });
