import type { UIMessage } from "ai";
import { titleFor } from "@/lib/shared/text/title";
import { textOf } from "./parts";
import { sessionOf } from "./session";

const MAX_CHARS = 40;

/** Returns the title of the browser tab. The state comes first, because tabs truncate titles. */
export function tabTitle(
  title: string,
  { isWaiting, isRunning }: { isWaiting: boolean; isRunning: boolean },
) {
  const short = title.length > MAX_CHARS ? `${title.slice(0, MAX_CHARS - 1).trimEnd()}…` : title;
  if (isWaiting) return `● Waiting for you: ${short}`;
  if (isRunning) return `Writing… ${short}`;
  return `${short} · Easel`;
}

/** Returns a title from the first user message, for a conversation that the server has not named yet. */
export function titleFrom(messages: readonly UIMessage[]): string {
  const first = messages.find(({ role, parts }) => role === "user" && !parts.some(sessionOf));
  return first ? titleFor(textOf(first)) : "";
}
