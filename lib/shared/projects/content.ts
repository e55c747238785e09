import * as z from "zod/mini";

export const MAX_PROJECTS = 100;
export const MAX_INSTRUCTIONS = 20_000;
export const MAX_BOARDS_OF_PROJECT = 30;

/** Content of a revision of kind "project". */
export const projectContent = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Text for the prompt of each conversation of the project. */
  instructions: z.string().check(z.maxLength(MAX_INSTRUCTIONS)),
  /** Ids of boards. A board that was deleted is ignored. */
  boards: z.array(z.guid()).check(z.maxLength(MAX_BOARDS_OF_PROJECT)),
});
export type ProjectContent = z.infer<typeof projectContent>;
