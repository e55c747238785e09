import { z } from "zod";
import { denoPath } from "@/lib/code/deno/deno";
import { DENO_MISSING } from "@/lib/code/deno/execute";
import { resolveInputFiles } from "@/lib/code/deno/files";
import { SOURCE_NAME } from "@/lib/code/deno/opencode/guard";
import { MISSING_OPENCODE, openCodePath } from "@/lib/code/deno/opencode/installed";
import { packagesFor } from "@/lib/code/deno/packages";
import { joinedModules } from "@/lib/code/deno/sources";
import { CODE_WORKERS } from "@/lib/shared/code/task";
import { AppError } from "@/lib/shared/errors";
import { ApprovalRequired, toAct } from "@/lib/shared/tools/external-effects";
import { readExecution } from "@/lib/store/agents/executions";
import { generate, jobStatus } from "./code-jobs";
import type { ToolContext } from "./context";
import { defineBuiltIn, defineTool } from "./define";
import { isMore, MAX_SHOWN, MAX_TIMEOUT_MS, OVERHEAD_MS, runInDeno } from "./run-in-deno";

const MAX_CODE = 200_000;
const ENTRY = "main.ts";

const moduleName = z
  .string()
  .regex(SOURCE_NAME, "Name a file such as parse.ts or lib/parse.ts")
  .refine((name) => name !== ENTRY, `${ENTRY} is the program itself: pass it as code`);

const input = z.object({
  action: z.enum(["generate", "execute", "status"]),
  task: z.string().optional().describe("To generate: what the program does"),
  context: z.string().optional().describe("To generate: formats, examples, file ids"),
  code: z
    .string()
    .max(MAX_CODE)
    .optional()
    .describe(
      "To execute: an ES module in TypeScript or JavaScript for Deno, with top-level await. It may read and write its working directory, and fetch; no env, no processes, no imports but node:* and modules, and npm:name@version or jsr:@scope/name@version if the user has enabled packages.",
    ),
  modules: z
    .record(moduleName, z.string())
    .refine(
      (all) => Object.values(all).reduce((sum, { length }) => sum + length, 0) <= MAX_CODE,
      `At most ${MAX_CODE} characters together`,
    )
    .default({})
    .describe('Sources by name, imported as "./name.ts"'),
  entry: z
    .string()
    .regex(/^([\w-][\w.-]{0,99}\/){0,3}[\w-][\w.-]{0,95}\.(ts|js|mjs)$/, "Name a module such as main.js")
    .default(ENTRY)
    .describe("File name of code"),
  files: z
    .array(z.string().max(500))
    .max(50)
    .default([])
    .describe("Files for the program's directory: names in this conversation, or ids"),
  worker: z
    .enum(CODE_WORKERS)
    .optional()
    .describe("To generate: who writes it; OpenCode if installed, otherwise you"),
  tables: z.boolean().default(false).describe("CSV files that it writes become tables of the database"),
  timeout_ms: z.int().min(1_000).max(MAX_TIMEOUT_MS).default(30_000),
  job_id: z.uuid().optional().describe("For status: from generate"),
  execution_id: z.uuid().optional().describe("For status: reads truncated output from offset"),
  offset: z.int().min(0).default(0),
});
type Input = z.output<typeof input>;

export const codeTools = defineBuiltIn({
  id: "code",
  title: "Code",
  category: "making",
  prompt:
    "Runs whole programs in Deno, or has one written in a separate conversation that the user can watch (generate, then status), for work that takes many attempts. console.log what you need to know; files that a program writes into its directory are returned in result.files: the user sees images (also SVG) in the chat and can open the others. Each run starts with an empty directory: pass files by id. run_sandbox_code is faster for a quick computation.",
  gist: "programs over files",
  mode: "on_demand",
  lacks: () => (denoPath() ? null : { code: "noDeno", text: DENO_MISSING }),
  note: () => (openCodePath() ? null : { code: "noOpenCode", text: MISSING_OPENCODE }),
  canImport: true,
  tools: {
    code: defineTool({
      title: "Run a program",
      help: "Writes and runs whole programs in isolation, with files of the conversation.",
      description:
        "execute runs a program and returns { success, result: { execution_id, stdout, stderr, exit_code, duration_ms, truncated, files }, error }. generate returns { job_id }; status with that job_id returns { result: { state, code, files, explanation, executions } }.",
      input,
      uses: {
        field: "action",
        of: {
          generate: { takes: ["task", "context", "files", "worker"] },
          execute: { takes: ["code", "modules", "entry", "files", "tables", "timeout_ms"] },
          status: { takes: ["job_id", "execution_id", "offset"] },
        },
      },
      hints: { reads: ["files", "web"], writes: ["files", "web"] },
      afterWeb: "acts",
      sources: () => [],
      timeoutMs: MAX_TIMEOUT_MS + OVERHEAD_MS,
      refuses: async ({ files }, { agentId, conversationId }) => {
        await resolveInputFiles(agentId, conversationId, files);
      },
      execute: (args, context) => {
        if (args.action === "generate") return generate(args, context);
        return args.action === "execute" ? execute(args, context) : status(args, context);
      },
    }),
  },
});

async function execute({ code, modules, entry, files, tables, timeout_ms }: Input, context: ToolContext) {
  if (!code) throw new AppError("invalid", "code is missing. Pass the program to run.");
  const { agentId, conversationId, guard, mayReach } = context;
  if (tables) mayReach?.("db_sql");
  const inputFiles = await resolveInputFiles(agentId, conversationId, files);
  for (const { id, origins } of inputFiles) context.readStored({ kind: "file", name: id, origins });
  const given = new Set(inputFiles.flatMap(({ origins }) => origins));
  // Without approval a program may turn files into tables only if nothing else of strangers was read.
  if (tables && guard && !context.origins().every((origin) => given.has(origin)))
    throw new ApprovalRequired([toAct("Run a program whose CSV files become tables", code)]);
  const packages = await packagesFor(agentId, [code, ...Object.values(modules)]);
  return runInDeno(context, {
    ...{ sources: { ...modules, [entry]: code }, entry, files: inputFiles, packages },
    ...{ timeoutMs: timeout_ms, tables, shownCode: joinedModules(code, modules) },
  });
}

async function status({ job_id, execution_id, offset }: Input, context: ToolContext) {
  if (job_id) return jobStatus(job_id, context);
  const { agentId, conversationId } = context;
  if (!execution_id)
    throw new AppError(
      "invalid",
      "job_id is missing. Pass the one that generate returned, or an execution_id.",
    );
  const { execution } = await readExecution(agentId, execution_id);
  // Refuse executions of other conversations: their output may contain web text that this one has not read.
  if (execution.conversationId !== conversationId)
    throw new AppError("not_found", "execution_id belongs to another conversation. Run the program here.");
  const { success, stdout, stderr, exitCode, durationMs } = execution;
  return {
    success,
    result: {
      execution_id,
      stdout: stdout.slice(offset, offset + MAX_SHOWN),
      stderr: stderr.slice(offset, offset + MAX_SHOWN),
      exit_code: exitCode,
      duration_ms: durationMs,
      ...(isMore({ stdout, stderr }, offset) && { next_offset: offset + MAX_SHOWN }),
    },
  };
}
