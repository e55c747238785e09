const WORDS: Readonly<Record<string, string>> = {
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
export function touchesWords({
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
  const words = [...verbs].map(([verb, what]) => `${verb} ${list(what)}`).join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function list(what: readonly string[]): string {
  const words = what.map((one) => WORDS[one] ?? one.replaceAll("_", " "));
  const last = words.at(-1) ?? "";
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${last}` : last;
}
