import { z } from "zod";
import { raceAbort } from "@/lib/shared/abort";
import { asTool, type Part } from "@/lib/shared/chat/parts";
import { AppError } from "@/lib/shared/errors";
import { type CodeJob, readCodeJob } from "@/lib/store/code-jobs";
import type { ToolContext } from "./define";

/** A status that is asked for waits so long for the end of its job, so that a model need not ask again and again. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 500;
const MAX_TASK = 20_000;
/** Characters of the last output that a status tells. */
const MAX_OUTPUT = 4_000;

/** Who writes programs. */
type Worker = {
  name: "agent" | "opencode";
  /** Begins a job and gives its id. */
  begin(words: { task: string; context?: string }): Promise<string>;
};

/** The agent itself, with this toolset alone. */
function agentWorker({ beginCodeJob, origins }: ToolContext): Worker {
  return {
    name: "agent",
    async begin({ task, context }) {
      if (!beginCodeJob)
        throw new AppError(
          "invalid",
          "action: generate cannot be called here. Write the program yourself, and run it with execute.",
        );
      const known = context ? `\n\nWhat is known:\n\n${context}` : "";
      const text = `Write a program that does this, and run it with the tool code until it works:\n\n${task}${known}\n\n${HOW}`;
      return beginCodeJob({ title: task, text, origins: origins() });
    },
  };
}

const HOW =
  "Give the entry as code and what it imports as modules; each run is given the whole program. When a run has shown that it works, say in a few sentences what it does and how it is used, without repeating the code.";

export async function generate({ task, context }: { task?: string; context?: string }, call: ToolContext) {
  if (!task?.trim()) throw new AppError("invalid", "task: it is missing. Say what the program does.");
  if (task.length + (context?.length ?? 0) > MAX_TASK)
    throw new AppError("too_large", `task, context: at most ${MAX_TASK} characters together. Say less.`);
  return { success: true, job_id: await agentWorker(call).begin({ task, context }) };
}

/** How far a job is; waits a while for its end. */
export async function jobStatus(id: string, call: ToolContext) {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const job = await readCodeJob(call.agentId, id);
    if (!job)
      throw new AppError("not_found", "job_id: there is no such job. Give the one that generate gave.");
    if (isOver(job) || performance.now() > until) {
      job.readWeb.forEach(call.readWeb);
      return told(id, job);
    }
    await raceAbort(() => new Promise<void>((done) => setTimeout(done, LOOK_MS)), call.signal);
  }
}

const isOver = ({ status }: CodeJob) => status !== null && status !== "running" && status !== "waiting";

const ran = z.object({
  input: z.object({ code: z.string(), modules: z.record(z.string(), z.string()).default({}) }),
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

function told(id: string, { status, error, parts }: CodeJob) {
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
  const words = all.findLast((part) => part.type === "text");
  return {
    success: state !== "failed",
    result: {
      state,
      worker: "agent" as const,
      conversation: `/chat/${id}`,
      ...(status === "waiting" && { waits: "The person is asked something in that conversation." }),
      steps: all.filter(({ type }) => type === "step-start").length,
      executions: runs.map(({ output }) => output.result.execution_id),
      ...(last && {
        code: last.input.code,
        files: Object.entries({ "main.ts": last.input.code, ...last.input.modules }).map(
          ([name, content]) => ({
            name,
            content,
          }),
        ),
        output: {
          stdout: last.output.result.stdout.slice(0, MAX_OUTPUT),
          stderr: last.output.result.stderr.slice(0, MAX_OUTPUT),
          files: last.output.result.files,
        },
      }),
      ...(words?.type === "text" && state !== "running" && { explanation: words.text }),
    },
    ...(state === "failed" && { error: whyFailed(status, error) }),
  };
}

function whyFailed(status: CodeJob["status"], error: CodeJob["error"]): string {
  if (status === "stopped") return "It was stopped. Call generate again where the person still wants it.";
  return error?.message ?? "It ended without a program that runs. Say more in task, or write it yourself.";
}
