import { z } from "zod";
import { t } from "@/lib/shared/i18n/en/sharedText";
import { isoTime } from "./text/iso-time";

const session = z.object({
  id: z.string(),
  userAgent: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime,
  isOwn: z.boolean(),
});
export const sessionsView = z.object({ sessions: z.array(session) });

export type SignedInSession = z.infer<typeof session>;

/** Lengths of a password that is set in the settings, in characters. */
export const PASSWORD_LENGTH = { min: 8, max: 1_000 } as const;

/** Where the password comes from; null if none is set. That of the environment wins. */
const passwordSource = z.enum(["environment", "settings"]).nullable();
export type PasswordSource = z.infer<typeof passwordSource>;

export const passwordView = z.object({ source: passwordSource });

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** Returns a name such as "Firefox on Windows". For other clients, returns the first word, such as "curl". */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser) return system ? t("device", { browser, system }) : browser;
  return userAgent.split(/[\s/]/)[0]?.slice(0, 40) || t("unknownDevice");
}
