import { z } from "zod";

export const MAX_AGENTS = 50;
export const BIN_DAYS = 30;

const name = z.string().trim().min(1, "An agent needs a name").max(80);
const description = z.string().trim().max(500);
const mark = z.string().trim().max(40);
const model = z.string().trim().min(1).max(200).nullable();

export const MAX_STARTERS = 6;
export const starters = z
  .array(z.strictObject({ title: z.string().trim().max(80), text: z.string().trim().min(1).max(2_000) }))
  .max(MAX_STARTERS);

export const newAgent = z.strictObject({
  name,
  description: description.optional(),
  mark: mark.optional(),
  /** `provider/model`; null to use the workspace's model. */
  model: model.optional(),
  /** Suggested messages of an empty conversation. */
  starters: starters.optional(),
  from: z.string().max(100).optional(),
  example: z.string().max(100).optional(),
});
export type NewAgent = z.infer<typeof newAgent>;

export const agentChange = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  mark: mark.optional(),
  model: model.optional(),
  starters: starters.optional(),
  archived: z.boolean().optional(),
});
export type AgentChange = z.infer<typeof agentChange>;
