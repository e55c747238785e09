import { z } from "zod";
import { CHANNELS } from "@/lib/shared/channels";
import { ORIGINS } from "@/lib/shared/jobs/kinds";

/* Automatic ending of sessions: schemas for the routes and the settings. */

/** `HH:MM` in the time zone of the settings. */
export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Give a time of day as HH:MM, such as 00:00 or 18:30");

/** Kinds of conversations, by who starts their turns. */
export const SESSION_KINDS = ["chat", "job", "pulse", "channel"] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

export const sessionRule = z.object({
  autoDivide: z.enum(["daily", "weekly", "none"]),
  time: timeOfDay,
  /** Only for `weekly`. 0 is Sunday. */
  weekday: z.int().min(0).max(6),
  /** Other kinds of conversations are never ended automatically. */
  conversations: z
    .array(z.enum(SESSION_KINDS))
    .refine((all) => new Set(all).size === all.length, "Name each once"),
});
export type SessionRule = z.infer<typeof sessionRule>;

export const sessionView = z.object({ ...sessionRule.shape, timeZone: z.string() });
export const sessionAnswer = z.object({ sessions: sessionView });
export type SessionView = z.infer<typeof sessionView>;

export const DEFAULT_RULE: SessionRule = {
  autoDivide: "daily",
  time: "00:00",
  weekday: 1,
  conversations: ["pulse", "channel"],
};

/** Missing fields stay unchanged. */
export const sessionChange = z.strictObject(sessionRule.partial().shape);

export const sessionOriginsOf = ({ conversations }: SessionRule): (typeof ORIGINS)[number][] =>
  ORIGINS.filter((origin) =>
    conversations.some((one) => (one === "channel" ? CHANNELS.some((c) => c === origin) : one === origin)),
  );
