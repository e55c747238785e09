const LABELS: Readonly<Record<string, string>> = {
  web: "the web",
  state: "the state",
  database: "the database",
  documents: "its documents",
  files: "files and images",
  tools: "its tools",
  components: "its components",
  system_prompt: "its prompt",
  learned_notes: "its notes",
  memory: "its memory",
};

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
  const verbs = new Map<string, string[]>();
  for (const one of new Set([...reads, ...writes])) {
    const parts = [
      ...(reads.includes(one) ? ["reads"] : []),
      ...(writes.includes(one) ? [one === "web" ? "acts on" : "changes"] : []),
    ];
    const verb = parts.join(" and ");
    verbs.set(verb, [...(verbs.get(verb) ?? []), one]);
  }
  const sentence = [...verbs].map(([verb, what]) => `${verb} ${list(what)}`).join(", ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function list(what: readonly string[]): string {
  const labels = what.map((one) => LABELS[one] ?? one.replaceAll("_", " "));
  const last = labels.at(-1) ?? "";
  return labels.length > 1 ? `${labels.slice(0, -1).join(", ")} and ${last}` : last;
}
