import { z } from "zod";
import { isStorable } from "@/lib/shared/text/storable";
import { MAX_BOARDS_OF_PROJECT, MAX_INSTRUCTIONS } from "./content";

/* Input schemas of projects, with error messages. */

const UNSTORABLE = "Contains a character that cannot be stored";

export const projectFields = {
  name: z
    .string()
    .trim()
    .min(1, "Enter a name")
    .max(100, "A name has at most 100 characters")
    .refine(isStorable, UNSTORABLE),
  instructions: z
    .string()
    .max(MAX_INSTRUCTIONS, `Instructions have at most ${MAX_INSTRUCTIONS.toLocaleString("en")} characters`)
    .refine(isStorable, UNSTORABLE),
  boards: z
    .array(z.uuid())
    .max(MAX_BOARDS_OF_PROJECT, `A project has at most ${MAX_BOARDS_OF_PROJECT} boards`)
    .refine((ids) => new Set(ids).size === ids.length, "A board is listed twice"),
};

export const newProject = z.strictObject({
  name: projectFields.name,
  instructions: projectFields.instructions.default(""),
});

export const projectChange = z.strictObject({
  name: projectFields.name.optional(),
  instructions: projectFields.instructions.optional(),
  boards: projectFields.boards.optional(),
  /** The version that was edited. If another version is live, the change is a conflict. */
  version: z.int().min(1).max(1_000_000_000).optional(),
});
export type ProjectChange = z.infer<typeof projectChange>;
