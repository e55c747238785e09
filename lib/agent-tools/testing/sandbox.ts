import { AppError } from "@/lib/shared/errors";
import * as state from "@/lib/store/state";

type Run = {
  agentId: string;
  code: string;
  args?: unknown;
  by: state.Writer;
  onLog?: (line: string) => void;
};

/** For `vi.mock("@/lib/sandbox/index")`: runs code right here, and takes all of it but what says that it is broken. */
export const sandbox = {
  checkSyntax: async (code: string) => {
    if (code.includes("broken")) throw new AppError("invalid", "Unexpected token (line 1, column 8)");
  },
  runInSandbox: async ({ agentId, code, args, by, onLog }: Run) => {
    const logs: string[] = [];
    const log = (line: string) => {
      logs.push(line);
      onLog?.(line);
    };
    const own = { set: (key: string, value: unknown) => state.write(agentId, key, value, by) };
    try {
      const make = new Function("args", "state", "console", `return (async () => { ${code} })()`);
      return { result: await make(args, own, { log }), logs };
    } catch (error) {
      throw new AppError("invalid", `The code threw ${error}`, { details: { logs } });
    }
  },
};
