import { z } from "zod";

/** What the routes of agents take and give. */

export const MAX_AGENTS = 50;
/** How long a deleted one can be brought back. */
export const BIN_DAYS = 30;

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

const name = z.string().trim().min(1, "An agent needs a name").max(80);
const description = z.string().trim().max(500);
const mark = z.string().trim().max(40);
const model = z.string().trim().min(1).max(200).nullable();

export const newAgent = z.strictObject({
  name,
  description: description.optional(),
  mark: mark.optional(),
  /** `provider/model`; null takes the workspace's. */
  model: model.optional(),
  /** The id of the agent that it begins as a copy of. */
  from: z.string().max(100).optional(),
  /** The id of a worked example that it begins as. */
  example: z.string().max(100).optional(),
});
export type NewAgent = z.infer<typeof newAgent>;

export const agentChange = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  mark: mark.optional(),
  model: model.optional(),
  /** Put aside, or back. */
  archived: z.boolean().optional(),
});
export type AgentChange = z.infer<typeof agentChange>;

export const agentView = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  mark: z.string(),
  /** Its own choice; null where it takes the workspace's. */
  model: z.string().nullable(),
  createdAt: z.string(),
  archivedAt: z.string().nullable(),
  /** Only of one in the bin. */
  deletedAt: z.string().optional(),
});
export type AgentView = z.infer<typeof agentView>;

export const agentsView = z.object({ agents: z.array(agentView) });
