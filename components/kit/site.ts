import type { Holder, Through } from "@/lib/shared/origins";

/** The usual scheme goes without saying. */
export const siteOf = (origin: string): string =>
  origin.includes("://") ? origin.replace(/^https:\/\//, "") : "a page without an address";

/** "from kornmuehle.example and 2 more"; nothing where there are none. */
export function fromSites(origins: readonly string[]): string {
  const [first, ...others] = origins.map(siteOf);
  if (first === undefined) return "";
  return `from ${first}${others.length > 0 ? ` and ${others.length} more` : ""}`;
}

const WHAT: Record<Holder, (name: string) => string> = {
  system_prompt: () => "the system prompt",
  learned_notes: () => "the learned notes",
  tool: (name) => `the tool ${name}`,
  component: (name) => `the component ${name}`,
  state: (name) => `“${name}” in the state`,
  table: (name) => `the table ${name}`,
  file: () => "an image",
};

/** What a page was read in, in words. */
export const placeOf = ({ kind, name }: Pick<Through, "kind" | "name">): string => WHAT[kind](name);
