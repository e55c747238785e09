import { z } from "zod";
import { resolveInputFiles } from "@/lib/code/deno/files";
import { MISSING_OPENCODE, openCodePath } from "@/lib/code/deno/opencode/installed";
import { raceAbort } from "@/lib/shared/abort";
import { asTool, field, type Part } from "@/lib/shared/chat/parts";
import { fileOf } from "@/lib/shared/code/opencode-facts";
import { type CodeWorker, OPENCODE_PREFIX, taskIn } from "@/lib/shared/code/task";
import { AppError } from "@/lib/shared/errors";
import { type CodeJob, readCodeJob } from "@/lib/store/loop/code-jobs";
import type { ToolContext } from "./context";

/** Maximum time that a status call waits for the end of its job, so that the model need not poll. */
const MAX_WAIT_MS = 10_000;
const POLL_MS = 500;
const MAX_TASK = 20_000;
const MAX_OUTPUT = 4_000;

type Task = { task: string; context?: string; files: readonly { id: string; name: string }[] };

type Worker = {
  /** Returns why the worker is not available, as a message for the model, or null. */
  lacks(): string | null;
  firstMessage(task: Task): string;
};

const WORKERS: Record<CodeWorker, Worker> = {
  opencode: {
    lacks: () => (openCodePath() ? null : MISSING_OPENCODE),
    firstMessage: ({ task, context }) =>
      `Write a program that does this:\n\n${task}${contextSection(context)}`,
  },
  agent: {
    lacks: () => null,
    firstMessage: ({ task, context, files }) =>
      `Write a program that does this, and run it with the tool code until it works:\n\n${task}${contextSection(context)}${filesSection(files)}\n\n${HOW}`,
  },
};

const contextSection = (context?: string) => (context ? `\n\nContext:\n\n${context}` : "");
const filesSection = (files: Task["files"]) =>
  files.length > 0
    ? `\n\nRun it with these files: ${files.map(({ id, name }) => `${name} (${id})`).join(", ")}.`
    : "";

const HOW =
  "Pass the entry as code and its imports as modules; each run needs the whole program. Once a run has shown that it works, explain in a few sentences what it does and how to use it, without repeating the code.";

export type Wanted = { task?: string; context?: string; files: readonly string[]; worker?: CodeWorker };

export async function generate({ task, context, files, worker: wanted }: Wanted, call: ToolContext) {
  if (!task?.trim()) throw new AppError("invalid", "task is missing. Describe what the program does.");
  if (task.length + (context?.length ?? 0) > MAX_TASK)
    throw new AppError("too_large", `task, context: at most ${MAX_TASK} characters together. Shorten them.`);
  const { agentId, conversationId, beginCodeJob } = call;
  if (!beginCodeJob)
    throw new AppError(
      "invalid",
      "action: generate cannot be called here. Write the program yourself, and run it with execute.",
    );
  // The conversation that writes the program can use these tools, so the caller must be allowed to use them
  // too.
  for (const needed of ["fetch_url", "db_sql"]) call.mayReach?.(needed);
  const inputFiles = await resolveInputFiles(agentId, conversationId, files);
  for (const { id, origins } of inputFiles) call.readStored({ kind: "file", name: id, origins });
  const lacks = WORKERS[wanted ?? "opencode"].lacks();
  const worker = lacks ? "agent" : (wanted ?? "opencode");
  const job_id = await beginCodeJob({
    title: task,
    text: WORKERS[worker].firstMessage({ task, context, files: inputFiles }),
    task: { worker, files: inputFiles.map(({ id }) => id) },
    origins: call.origins(),
  });
  return { success: true, job_id, ...(wanted && lacks && { worker, note: lacks }) };
}

export async function jobStatus(id: string, call: ToolContext) {
  const until = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const job = await readCodeJob(call.agentId, id);
    if (!job) throw new AppError("not_found", "job_id: no such job. Pass the one that generate returned.");
    if (isOver(job) || performance.now() > until) {
      job.readWeb.forEach(call.readWeb);
      return describeJob(id, job);
    }
    await raceAbort(() => new Promise<void>((done) => setTimeout(done, POLL_MS)), call.signal);
  }
}

const isOver = ({ status }: CodeJob) => status !== null && status !== "running" && status !== "waiting";

const ran = z.object({
  input: z.object({
    entry: z.string().default("main.ts"),
    code: z.string(),
    modules: z.record(z.string(), z.string()).default({}),
  }),
  output: z.object({
    success: z.boolean(),
    result: z.object({
      execution_id: z.string(),
      stdout: z.string(),
      stderr: z.string(),
      files: z.unknown().optional(),
    }),
  }),
});

function describeJob(id: string, { status, error, task, parts }: CodeJob) {
  const all = parts as Part[];
  const runs = all.flatMap((part) => {
    const tool = asTool(part);
    return tool?.toolName === "code" ? (ran.safeParse(tool).data ?? []) : [];
  });
  const best = runs.findLast(({ output }) => output.success);
  const last = best ?? runs.at(-1);
  const isDone = status === "completed" && best !== undefined;
  const state =
    status === null ? "queued" : isOver({ status } as CodeJob) ? (isDone ? "done" : "failed") : "running";
  const lastText = all.findLast((part) => part.type === "text");
  return {
    success: state !== "failed",
    result: {
      state,
      worker: taskIn([...task, ...parts])?.worker ?? "agent",
      conversation: `/chat/${id}`,
      ...(status === "waiting" && { waits: "That conversation waits for the user's answer." }),
      steps: all.filter(({ type }) => type === "step-start").length,
      executions: runs.map(({ output }) => output.result.execution_id),
      ...(last && { code: last.input.code }),
      files: Object.entries(
        last ? { [last.input.entry]: last.input.code, ...last.input.modules } : writtenIn(all),
      ).map(([name, content]) => ({ name, content })),
      ...(last && {
        output: {
          stdout: last.output.result.stdout.slice(0, MAX_OUTPUT),
          stderr: last.output.result.stderr.slice(0, MAX_OUTPUT),
          files: last.output.result.files,
        },
      }),
      ...(lastText?.type === "text" && state !== "running" && { explanation: lastText.text }),
    },
    ...(state === "failed" && { error: whyFailed(status, error) }),
  };
}

/** Returns the files that OpenCode has written so far. Used while there is no execution yet. */
function writtenIn(parts: readonly Part[]): Record<string, string> {
  const files: Record<string, string> = {};
  for (const part of parts) {
    const tool = asTool(part);
    if (!tool?.toolName.startsWith(OPENCODE_PREFIX) || tool.state === "output-error") continue;
    const name = fileOf(tool.input);
    const content = field(tool.toolName === `${OPENCODE_PREFIX}write` ? tool.input : tool.output, "content");
    if (name !== undefined && content !== undefined) files[name] = content;
  }
  return files;
}

function whyFailed(status: CodeJob["status"], error: CodeJob["error"]): string {
  if (status === "stopped")
    return "The job was stopped. Call generate again if the user still wants the program.";
  return (
    error?.message ??
    "The job ended without a working program. Give more detail in task, or write the program yourself."
  );
}
