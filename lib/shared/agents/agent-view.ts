import * as z from "zod/mini";
import { RIGHTS, ROLES } from "../members/roles";

/* Responses of the agent routes. Uses zod/mini because every page loads this module. */

/** Colours of a mark, which is a colour or a colour and a sign, such as "teal 🦊". */
export const MARK_COLOURS = ["blue", "teal", "green", "amber", "orange", "rose", "violet", "slate"] as const;
export type MarkColour = (typeof MARK_COLOURS)[number];

/**
 * Returns the colour and sign of a mark. Without a named colour, the colour is derived from the name. Without
 * a sign, the first letter of the name is used.
 */
export function lookOf({ name, mark }: { name: string; mark: string }): { colour: MarkColour; sign: string } {
  const [first = "", ...rest] = mark.trim().split(/\s+/);
  const named = MARK_COLOURS.find((colour) => colour === first);
  const sign = (named ? rest.join(" ") : mark.trim()) || [...name.trim()][0]?.toUpperCase() || "·";
  return { colour: named ?? MARK_COLOURS[sumOf(name) % MARK_COLOURS.length] ?? "slate", sign };
}

const sumOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);

const starter = z.object({ title: z.string(), text: z.string() });
/** A suggested message of an empty conversation. Without a title, its text is shown. */
export type Starter = z.infer<typeof starter>;

export const agentView = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  mark: z.string(),
  /** The agent's own model; null to use the workspace's. */
  model: z.nullable(z.string()),
  starters: z.array(starter),
  createdAt: z.string(),
  archivedAt: z.nullable(z.string()),
  /** The member's right on the agent; missing while the owner is the only member. */
  right: z.optional(z.enum(RIGHTS)),
  /** Name of the member whom the agent belongs to; missing for the member's own agents. */
  owner: z.optional(z.string()),
  deletedAt: z.optional(z.string()),
});
export type AgentView = z.infer<typeof agentView>;

/** The signed-in member. */
export const presentMember = z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) });
export type PresentMember = z.infer<typeof presentMember>;

export const agentsView = z.object({
  agents: z.array(agentView),
  /** Missing while the owner is the only member. */
  member: z.optional(presentMember),
});
export type AgentsView = z.infer<typeof agentsView>;
