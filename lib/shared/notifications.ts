import * as z from "zod/mini";
import { t } from "@/lib/shared/i18n/en/shared";

/** Kinds of notifications outside of a tab. A notification never includes the content. */
export const NOTIFICATION_KINDS = ["question", "permission", "sheet", "job_failing", "job_off"] as const;
export const notificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof notificationKind>;

/** The full content sent to a push service. */
export type PushNotice = { title: string; kind: NotificationKind };

export function titleOf(kind: NotificationKind): string {
  if (kind === "job_failing") return t("jobFailing");
  return kind === "job_off" ? t("jobOff") : t("waits", { kind });
}

/** Returns the page to open from a notification. The service worker has the same paths. */
export const placeOf = (kind: NotificationKind): string =>
  kind === "job_failing" || kind === "job_off" ? "/calendar/jobs" : "/inbox";

export const pushKey = z.object({ publicKey: z.string() });
