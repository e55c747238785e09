import type { UIMessage } from "ai";
import { t } from "@/lib/shared/i18n/en/sharedChat";
import { titleFor } from "@/lib/shared/text/title";
import { textOf } from "./parts";
import { sessionOf } from "./session";

const MAX_CHARS = 40;

/**
 * Returns the title of the browser tab. The state of the conversation comes first, because browsers cut long
 * titles.
 */
export function tabTitle(
  title: string,
  { isWaiting, isRunning }: { isWaiting: boolean; isRunning: boolean },
) {
  const short = title.length > MAX_CHARS ? `${title.slice(0, MAX_CHARS - 1).trimEnd()}…` : title;
  if (isWaiting) return t("tabWaiting", { title: short });
  if (isRunning) return t("tabWriting", { title: short });
  return `${short} · Easel`;
}

/** Returns a title made from the first user message, until the server has given the conversation one. */
export function titleFrom(messages: readonly UIMessage[]): string {
  const first = messages.find(({ role, parts }) => role === "user" && !parts.some(sessionOf));
  return first ? titleFor(textOf(first)) : "";
}
