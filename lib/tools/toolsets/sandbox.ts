import { z } from "zod";
import { runInSandbox } from "@/lib/code/isolate";
import { withLogs } from "@/lib/code/isolate/failure";
import { SANDBOX_LIMITS } from "@/lib/code/isolate/limits";
import { recordIsolate } from "@/lib/code/traces/isolate";
import { by } from "./by";
import { callerFor } from "./caller";
import { defineBuiltIn, defineTool } from "./define";

export const sandboxTools = defineBuiltIn({
  id: "sandbox",
  title: "Sandbox",
  category: "making",
  prompt: "run_sandbox_code computes what you should not guess: arithmetic, dates, parsing.",
  tools: {
    run_sandbox_code: defineTool({
      title: "Run JavaScript",
      help: "Runs a few lines of code in a sandbox, to compute or to call tools.",
      description: "Runs JavaScript. Returns { result, logs }.",
      input: z.object({
        code: z
          .string()
          .min(1, "Give the code to run")
          .describe(
            "Body of an async function: return a value or call resolve(value). Globals: async state (get, set, delete, list), tools.name(args) (your tools that do not ask), fetch; console, timers, URL, TextEncoder, crypto, atob; no import, no Node.",
          ),
      }),
      hints: { reads: ["state", "web"], writes: ["state", "web"] },
      afterWeb: "acts",
      sources: () => [],
      // The wait for a process, then 30 s for the code. The sandbox itself reports a timeout earlier, with a
      // better message.
      timeoutMs: 2 * SANDBOX_LIMITS.wallMs + 5_000,
      refuses: null,
      execute: ({ code }, context) => {
        const logs: string[] = [];
        const onLog = (line: string) => {
          logs.push(line);
          context.log(line);
        };
        return runInSandbox({
          agentId: context.agentId,
          code,
          signal: context.signal,
          by: by(context),
          tool: context.toolName,
          onLog,
          onEnded: recordIsolate(context),
          onRead: (url) => context.readWeb(url),
          onReadStored: (value) => context.readStored(value),
          guard: context.guard,
          mayReach: context.mayReach,
          callTool: callerFor(context),
        }).catch((error: unknown) => {
          throw withLogs(error, logs);
        });
      },
    }),
  },
});
