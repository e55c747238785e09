import * as z from "zod/mini";

export const projectEntry = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number(),
  /** Conversations that the acting member may read. */
  conversations: z.number(),
  files: z.number(),
});
export type ProjectEntry = z.infer<typeof projectEntry>;

export const projectList = z.object({ projects: z.array(projectEntry) });

export const projectView = z.object({
  project: z.extend(projectEntry, {
    instructions: z.string(),
    boards: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});
export type ProjectView = z.infer<typeof projectView>["project"];

/** Response to a change of a project, with its new version. */
export const projectChanged = z.object({ id: z.string(), version: z.number() });
