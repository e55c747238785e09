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
  restore: "By restoring",
  import: "By importing",
  system: "By Easel",
};

export const whoOf = ({ author }: Pick<Revision, "author">): string => WHO[author];

export function whatOf(
  revision: Revision,
  summary: Summary | undefined,
  now: string,
  timeZone: string,
): string {
  const { cause, author, deleted, live, version } = revision;
  if (!live) return "Failed its test and never went live";
  if (cause && "restored" in cause)
    return deleted ? "Deleted again" : `Restored version ${cause.restored.version}`;
  if (cause && "moment" in cause) return `Back to ${formatPastTime(cause.moment, now, timeZone)}`;
  if (deleted) return "Deleted";
  if (author === "system") return "Initial version";
  if (cause && "imported" in cause) return "Imported from a file";
  return summary?.words || (version === 1 ? "Created" : "Changed");
}

/** Returns the cause of a version in a few words. The UI shows it after the author. */
export function whyOf({ cause, author }: Revision, summary: Summary | undefined): string | undefined {
  if (author === "system") return undefined;
  if (cause === null) return author === "person" ? "by hand" : undefined;
  if ("conversationId" in cause) return summary && (summary.conversation ?? "a deleted conversation");
  if ("sheet" in cause) return `in “${cause.sheet.title}”`;
  return "imported" in cause ? "from a file" : "by hand";
}
