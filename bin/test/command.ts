import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const PATH = [join(ROOT, "node_modules", ".bin"), process.env.PATH].join(delimiter);
const PLAIN = process.stdout.isTTY ? {} : { NO_COLOR: "1" };

const COMPILED = join(ROOT, ".easel", "compiled");

/**
 * Runs a program of the project or of node_modules, under the current Node, and returns its exit code. Its
 * output goes to the terminal, or in pieces to `hear`.
 */
export async function run(
  [command = "", ...args]: string[],
  env: Record<string, string> = {},
  hear?: (text: string) => void,
): Promise<number> {
  const program = command === "node" ? process.execPath : command;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH,
      NEXT_TELEMETRY_DISABLED: "1",
      NODE_COMPILE_CACHE: COMPILED,
      ...PLAIN,
      ...env,
    },
    stdio: hear ? ["ignore", "pipe", "pipe"] : "inherit",
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", hear ?? (() => {}));
  const [code] = await once(child, "close");
  return code ?? 1;
}
