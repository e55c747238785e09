import { titleOf } from "@/components/client/versions/kinds";
import type { Revision } from "@/lib/shared/history";
import type { Summary } from "@/lib/shared/memory/summary";
import { formatPastTime } from "./days";

const WHO: Record<Revision["author"], string> = {
  agent: "Agent",
  person: "You",
  restore: "You",
  import: "You",
  system: "Easel",
};

export const BY: Record<Revision["author"], string> = {
  agent: "By the agent",
  person: "By you",
  restore: "Restores",
  import: "Imports",
  system: "By Easel",
};

export const whoOf = ({ author }: Pick<Revision, "author">): string => WHO[author];

/** Returns one sentence about a version: that of the change, unless it restored more or never went live. */
export function whatOf(
  revision: Revision,
  summary: Summary | undefined,
  now: string,
  timeZone: string,
): string {
  const { cause, author, live } = revision;
  const title = titleOf(revision);
  if (!live) return `${title}: failed its test and never went live`;
  if (cause && "moment" in cause) return `${title}: back to ${formatPastTime(cause.moment, now, timeZone)}`;
  if (author === "system") return `${title}: initial version`;
  if (cause && "imported" in cause) return `${title}: imported from a file`;
  return summary?.words ?? title;
}

/** Returns the cause of a version in a few words. The UI shows it after the author. */
export function whyOf({ cause, author }: Revision, summary: Summary | undefined): string | undefined {
  if (author === "system") return undefined;
  if (cause === null) return author === "person" ? "by hand" : undefined;
  if ("conversationId" in cause) return summary && (summary.conversation ?? "a deleted conversation");
  if ("undone" in cause) return cause.undone.isRedone ? "redone" : "undone";
  if ("restored" in cause) return `restored version ${cause.restored.version}`;
  if ("sheet" in cause) return `in “${cause.sheet.title}”`;
  return "imported" in cause ? "from a file" : "by hand";
}
