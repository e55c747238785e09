import type { UIMessage } from "ai";
import { titleFor } from "@/lib/shared/text/title";
import { textOf } from "./parts";
import { sessionOf } from "./session";

const MOST = 40;

/** What the browser's tab says: first whether somebody waits, then what it is about. */
export function tabTitle(
  title: string,
  { isWaiting, isRunning }: { isWaiting: boolean; isRunning: boolean },
) {
  const short = title.length > MOST ? `${title.slice(0, MOST - 1).trimEnd()}…` : title;
  if (isWaiting) return `● Waiting for you: ${short}`;
  if (isRunning) return `Writing… ${short}`;
  return `${short} · Easel`;
}

/** A title for a conversation that the server has not named yet: its first words. */
export function titleFrom(messages: readonly UIMessage[]): string {
  const first = messages.find(({ role, parts }) => role === "user" && !parts.some(sessionOf));
  return first ? titleFor(textOf(first)) : "";
}
