import { z } from "zod";
import { denoPath } from "@/lib/code/deno/deno";
import { DENO_MISSING } from "@/lib/code/deno/execute";
import { resolveInputFiles } from "@/lib/code/deno/files";
import { heldNoteOf } from "@/lib/code/proof/hold";
import { assertApproved, consentsOf, deletionOf, draftOf, storeDraft } from "@/lib/code/skills/draft";
import { viewOf } from "@/lib/code/skills/files";
import { packagesOfSkill, programFiles, scriptOf } from "@/lib/code/skills/run";
import { deleteSkill, noFile, skillOf } from "@/lib/code/skills/save";
import { parseSkillMd } from "@/lib/code/skills/skill-md";
import { isAppError } from "@/lib/shared/errors";
import {
  MAX_INLINE_TEXT,
  MAX_SKILL_FILES,
  SKILL_MD,
  sizeOfFile,
  skillMarkdown,
  skillName,
  skillPath,
} from "@/lib/shared/skills/fields";
import { hasEnabledSkill, listSkills, readSkillSummary } from "@/lib/store/agents/skills";
import { by } from "./by";
import type { ToolContext } from "./context";
import { defineBuiltIn, defineTool, type RefusalContext } from "./define";
import { offset, page } from "./pages";
import { MAX_TIMEOUT_MS, OVERHEAD_MS, runInDeno } from "./run-in-deno";

/** Maximum characters of all files in one call of write_skill. */
const MAX_WRITTEN = 200_000;

const named = z.object({ name: z.string().max(100) });

const proposal = z
  .object({
    name: skillName,
    markdown: skillMarkdown.optional().describe("The whole SKILL.md, with frontmatter"),
    edits: z
      .array(z.object({ find: z.string().min(1), replace: z.string() }))
      .min(1)
      .max(100)
      .optional()
      .describe("Instead of markdown: { find, replace }, each find unique in SKILL.md"),
    files: z
      .record(skillPath, z.string().max(MAX_INLINE_TEXT))
      .refine((all) => Object.values(all).reduce((sum, { length }) => sum + length, 0) <= MAX_WRITTEN, {
        error: `At most ${MAX_WRITTEN} characters in one call`,
      })
      .optional()
      .describe("Text files to add or replace, by path"),
    remove: z.array(z.string().max(200)).max(MAX_SKILL_FILES).optional().describe("Paths to remove"),
  })
  .refine(({ markdown, edits }) => markdown === undefined || edits === undefined, {
    error: "Give either markdown or edits, not both",
  });

export const skillTools = defineBuiltIn({
  id: "skills",
  title: "Skills",
  category: "making",
  prompt:
    "A skill is a folder with instructions (SKILL.md) and files for a kind of task. When a task matches one under # Skills, read it with use_skill first and follow it. When work that may recur has succeeded, propose a skill with write_skill: the user must approve it.",
  gist: "instructions for recurring tasks",
  mode: "on_demand",
  forAgent: async (agentId) => ((await hasEnabledSkill(agentId)) ? { mode: "on" } : {}),
  tools: {
    use_skill: defineTool({
      title: "Use a skill",
      help: "Reads the instructions of a skill, or one of its files.",
      description: "Returns a skill's instructions and its list of files, or with path one file.",
      input: named.extend({ path: z.string().max(200).optional(), offset }),
      hints: { reads: ["skills"], idempotent: true },
      refuses: ({ name }, { agentId }) => skillOf(agentId, name),
      execute: async ({ name, path = SKILL_MD, offset }, context) => {
        const { content, version } = await readMarkedSkill(name, context);
        if (path !== SKILL_MD) return readFile(name, path, content, offset);
        const { frontmatter, body } = parseSkillMd(content.markdown);
        const { text, rest } = page(body, offset);
        const { description: _, name: __, ...fields } = frontmatter;
        const files = content.files.map((file) => ({ path: file.path, size: sizeOfFile(file) }));
        const held = await heldNoteOf({ agentId: context.agentId, kind: "skill", name }, version);
        return {
          ...{ name, ...fields, instructions: text, ...rest },
          ...(files.length > 0 && { files }),
          ...(held !== null && { note: held }),
        };
      },
    }),
    run_skill_script: defineTool({
      title: "Run a script of a skill",
      help: "Runs a JavaScript or TypeScript file of a skill in isolation, among the files of the skill.",
      description:
        "Runs a .ts, .js or .mjs file of a skill in Deno. Its directory has the skill's files and the given ones. Returns what code returns for execute.",
      input: named.extend({
        script: z.string().max(200).describe("Path, such as scripts/convert.ts"),
        args: z.array(z.string().max(10_000)).max(100).default([]),
        files: z.array(z.string().max(500)).max(50).default([]).describe("As for code"),
        timeout_ms: z.int().min(1_000).max(MAX_TIMEOUT_MS).default(30_000),
      }),
      hints: { reads: ["skills", "files", "web"], writes: ["files", "web"] },
      afterWeb: "acts",
      sources: () => [],
      timeoutMs: MAX_TIMEOUT_MS + OVERHEAD_MS,
      lacks: () => (denoPath() ? null : { code: "noDeno", text: DENO_MISSING }),
      asks: ({ name }, agentId) => whyScriptAsks(name, agentId),
      refuses: async ({ name, script, files }, { agentId, conversationId }) => {
        scriptOf(name, script, (await skillOf(agentId, name)).content);
        await resolveInputFiles(agentId, conversationId, files);
      },
      execute: async ({ name, script, args, files, timeout_ms }, context) => {
        const { agentId, conversationId } = context;
        const { content } = await readMarkedSkill(name, context);
        const shownCode = scriptOf(name, script, content);
        const inputFiles = await resolveInputFiles(agentId, conversationId, files);
        for (const { id, origins } of inputFiles) context.readStored({ kind: "file", name: id, origins });
        return runInDeno(context, {
          ...programFiles(content),
          ...{ entry: script, args, files: inputFiles, timeoutMs: timeout_ms, shownCode },
          packages: await packagesOfSkill(agentId, content),
        });
      },
    }),
    list_skills: defineTool({
      title: "List skills",
      help: "Lists the skills, with those that came from the web.",
      description: "Lists all enabled skills.",
      input: z.object({}),
      hints: { reads: ["skills"], idempotent: true },
      refuses: null,
      execute: async (_, { agentId, readStored }) => ({
        skills: (await listSkills(agentId, true)).map(({ name, description, origins }) => {
          readStored({ kind: "skill", name, origins });
          return { name, description };
        }),
      }),
    }),
    write_skill: defineTool({
      title: "Write a skill",
      help: "Proposes a new skill or a change of one. It is stored only after your approval.",
      description:
        "Proposes a skill or a change of one. The user sees it and decides. SKILL.md begins with YAML between lines of ---: name, and a description that says what it does and when to use it. Keep it short; put details into references/ and programs for Deno into scripts/.",
      input: proposal,
      hints: { reads: ["skills"], writes: ["skills"] },
      consents: (input, agentId) => consentsTo(() => draftOf(agentId, input)),
      refuses: async (input, context) => {
        await readMarkedSkill(input.name, context).catch(ignoreMissing);
        await draftOf(context.agentId, input);
      },
      execute: async (input, context) => {
        const { agentId, agreed } = context;
        if (input.edits) await readMarkedSkill(input.name, context).catch(ignoreMissing);
        const draft = await draftOf(agentId, input);
        return storeDraft(agentId, draft, { approved: agreed?.to, by: by(context) });
      },
    }),
    delete_skill: defineTool({
      title: "Delete a skill",
      help: "Proposes to delete a skill. History can restore it.",
      description: "Deletes a skill, after the user's approval.",
      input: named,
      hints: { writes: ["skills"] },
      consents: ({ name }, agentId) => consentsTo(() => deletionOf(agentId, name)),
      refuses: ({ name }, { agentId }) => skillOf(agentId, name),
      execute: async ({ name }, context) => {
        const draft = await deletionOf(context.agentId, name);
        assertApproved(draft, context.agreed?.to);
        return { deleted: await deleteSkill(context.agentId, name, by(context), draft.base) };
      },
    }),
  },
});

/** Returns a skill, and records that the call has read it. */
async function readMarkedSkill(
  name: string,
  { agentId, readStored }: Pick<ToolContext, "agentId"> & Pick<RefusalContext, "readStored">,
) {
  const skill = await skillOf(agentId, name);
  readStored({ kind: "skill", name, origins: skill.origins });
  return skill;
}

function ignoreMissing(error: unknown): void {
  if (!isAppError(error) || error.code !== "not_found") throw error;
}

async function readFile(
  name: string,
  path: string,
  content: Awaited<ReturnType<typeof skillOf>>["content"],
  from?: number,
) {
  const file = content.files.find((one) => one.path === path);
  if (!file) throw noFile(name, path, content);
  const { text, size } = await viewOf(file);
  if (text === null) return { path, size, note: "A binary file. The skill's scripts can read it." };
  const { text: shown, rest } = page(text, from);
  return { path, text: shown, ...rest };
}

/** Returns the changes that need the user's consent; none if the call fails with its own message. */
async function consentsTo(draft: () => ReturnType<typeof draftOf>) {
  try {
    return consentsOf(await draft());
  } catch (error) {
    if (isAppError(error)) return [];
    throw error;
  }
}

/** A script that strangers wrote asks each time, because it runs before the conversation has read its text. */
async function whyScriptAsks(name: string, agentId: string): Promise<string | null> {
  const { origins = [] } = (await readSkillSummary(agentId, name)) ?? {};
  return origins.length > 0
    ? `Runs a script of the skill "${name}", which was not written here (${origins.slice(0, 3).join(", ")}). Trust the skill on its page to run it without this question.`
    : null;
}
