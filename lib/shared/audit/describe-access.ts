import { t } from "@/lib/shared/i18n/en/sharedAudit";
import { formatTag } from "@/lib/shared/i18n/locale";

const NAMED = [
  ...(["web", "state", "database", "documents", "files", "tools", "components"] as const),
  ...(["system_prompt", "learned_notes", "memory"] as const),
];

const isNamed = (what: string): what is (typeof NAMED)[number] => NAMED.some((one) => one === what);

/**
 * Returns a tool's access in words, such as "Reads the web and the state, changes the state". Empty without
 * any access.
 */
export function describeAccess({
  reads,
  writes,
}: {
  reads: readonly string[];
  writes: readonly string[];
}): string {
  const verbs = new Map<"reads" | "changes" | "readsAndChanges" | "actsOn" | "readsAndActsOn", string[]>();
  for (const one of new Set([...reads, ...writes])) {
    const isRead = reads.includes(one);
    const acts = one === "web" ? "actsOn" : "changes";
    const both = one === "web" ? "readsAndActsOn" : "readsAndChanges";
    const verb = !writes.includes(one) ? "reads" : isRead ? both : acts;
    verbs.set(verb, [...(verbs.get(verb) ?? []), one]);
  }
  const sentence = [...verbs].map(([verb, what]) => t(verb, { what: list(what) })).join(", ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

const list = (what: readonly string[]): string =>
  new Intl.ListFormat(formatTag()).format(
    what.map((one) => (isNamed(one) ? t(one) : one.replaceAll("_", " "))),
  );
