import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { projectFields } from "@/lib/shared/projects/fields";
import {
  changeProject,
  createProject,
  type NamedProject,
  readNamedProjects,
} from "@/lib/store/agents/projects";
import { moveFile } from "@/lib/store/data/files";
import { changeConversation } from "@/lib/store/loop/conversations";
import { by } from "./by";
import type { ToolContext } from "./context";
import { defineBuiltIn, defineTool } from "./define";

const input = z.object({
  action: z.enum(["list", "create", "update", "move"]),
  project: projectFields.name.optional().describe("Name; for move, omit it to take out of a project"),
  name: projectFields.name.optional().describe("The new name"),
  instructions: projectFields.instructions.optional(),
  file: z.uuid().optional().describe("Id of a file to move; default: this conversation"),
});
type Input = z.output<typeof input>;

export const projectTools = defineBuiltIn({
  id: "projects",
  title: "Projects",
  category: "conversation",
  mode: "on_demand",
  gist: "conversations and files of one topic, with instructions",
  prompt:
    "A project holds conversations and files of one topic. Its instructions are in the prompt of its conversations, and search and recall stay within it.",
  tools: {
    project: defineTool({
      title: "Arrange projects",
      help: "Lists and changes projects, and puts conversations and files into them.",
      description:
        "Lists, creates and updates projects, and moves this conversation or a file. instructions replace the old ones.",
      input,
      uses: {
        field: "action",
        of: {
          list: { takes: ["project"] },
          create: { needs: ["project"], takes: ["instructions"] },
          update: { needs: ["project"], takes: ["name", "instructions"] },
          move: { takes: ["project", "file"] },
        },
      },
      hints: { reads: ["projects"], writes: ["projects"] },
      afterWeb: ({ action }) => action !== "list",
      refuses: async ({ action, project }, { agentId }) => {
        if (action === "update" || action === "move") await namedProject(agentId, project);
      },
      execute: (args, context) => (args.action === "list" ? list(args, context) : change(args, context)),
    }),
  },
});

async function list({ project }: Input, { agentId, readStored }: ToolContext) {
  const projects = await readNamedProjects(agentId);
  const wanted = project?.toLowerCase();
  const matching = projects.filter(({ name }) => wanted === undefined || name.toLowerCase() === wanted);
  for (const { marked } of matching) if (marked.origins.length > 0) readStored(marked);
  return {
    projects: matching.map(({ id, name, instructions }) => ({
      ...{ project: name, address: `/projects/${id}`, instructions },
    })),
  };
}

async function change({ action, project, name, instructions, file }: Input, context: ToolContext) {
  const { agentId, conversationId } = context;
  if (action === "create") {
    if (project === undefined) throw new AppError("invalid", "create needs project.");
    const { id } = await createProject(
      agentId,
      { name: project, instructions: instructions ?? "" },
      by(context),
    );
    return { project, address: `/projects/${id}` };
  }
  const found = await namedProject(agentId, project);
  if (action === "move") {
    const projectId = found?.id ?? null;
    if (file !== undefined) await moveFile(agentId, file, projectId);
    else await changeConversation(agentId, conversationId, { projectId });
    return { project: found?.name ?? null, moved: file ?? "this conversation" };
  }
  if (!found) throw new AppError("invalid", "update needs project.");
  if (name === undefined && instructions === undefined)
    throw new AppError("invalid", "update needs name or instructions.");
  if (found.marked.origins.length > 0) context.readStored(found.marked);
  await changeProject(agentId, found.id, { name, instructions }, by(context));
  return { project: name ?? found.name, address: `/projects/${found.id}` };
}

async function namedProject(agentId: string, name: string | undefined): Promise<NamedProject | undefined> {
  if (name === undefined) return undefined;
  const projects = await readNamedProjects(agentId);
  const found = projects.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (found) return found;
  throw new AppError("not_found", `There is no project “${name}”. Action list shows the projects.`);
}
