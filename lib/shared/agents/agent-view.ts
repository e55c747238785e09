import * as z from "zod/mini";

/** What the routes of agents give; by zod/mini, because every page carries it. */

/** Named in a mark: a colour, or a colour and a sign, such as "teal 🦊". */
export const MARK_COLOURS = ["blue", "teal", "green", "amber", "orange", "rose", "violet", "slate"] as const;
export type MarkColour = (typeof MARK_COLOURS)[number];

/** What a mark shows: the colour that it names, or else one that follows from the name, and its sign or the first letter. */
export function lookOf({ name, mark }: { name: string; mark: string }): { colour: MarkColour; sign: string } {
  const [first = "", ...rest] = mark.trim().split(/\s+/);
  const named = MARK_COLOURS.find((colour) => colour === first);
  const sign = (named ? rest.join(" ") : mark.trim()) || [...name.trim()][0]?.toUpperCase() || "·";
  return { colour: named ?? MARK_COLOURS[sumOf(name) % MARK_COLOURS.length] ?? "slate", sign };
}

const sumOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);

export const agentView = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  mark: z.string(),
  /** Its own choice; null where it takes the workspace's. */
  model: z.nullable(z.string()),
  createdAt: z.string(),
  archivedAt: z.nullable(z.string()),
  /** Only of one in the bin. */
  deletedAt: z.optional(z.string()),
});
export type AgentView = z.infer<typeof agentView>;

export const agentsView = z.object({ agents: z.array(agentView) });
