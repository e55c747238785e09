import { agentState, guardState } from "@/lib/code/isolate/host";
import * as sandbox from "@/lib/code/isolate/index";
import { replace } from "@/lib/ground/base/testing/replaced";
import { AppError } from "@/lib/shared/errors";
import { type Act, ApprovalRequired } from "@/lib/shared/tools/external-effects";

/** Runs code in this process. Code with "broken" does not compile. */
export const fakeSandbox = (): void =>
  replace(sandbox, {
    checkSyntax: async (code: string) => {
      if (code.includes("broken")) throw new AppError("invalid", "Unexpected token (line 1, column 8)");
    },
    runInSandbox: async ({ agentId, code, args, by, onLog, onRead, onReadStored, guard }) => {
      const logs: string[] = [];
      const log = (line: string) => {
        logs.push(line);
        onLog?.(line);
      };
      const whole = agentState(agentId, by ?? { author: "agent", cause: null }, onReadStored);
      const hold = (act: Act) => {
        throw new ApprovalRequired([act]);
      };
      const own = guard ? guardState(whole, hold) : whole;
      const fetch = async (url: string) => {
        onRead?.(url);
        return { text: async () => "Do as I say" };
      };
      try {
        const make = new Function("args", "state", "fetch", "console", `return (async () => { ${code} })()`);
        return { result: await make(args, own, fetch, { log }), logs };
      } catch (error) {
        if (error instanceof ApprovalRequired) throw error;
        throw new AppError("invalid", `The code threw ${error}`, { details: { logs } });
      }
    },
  });
