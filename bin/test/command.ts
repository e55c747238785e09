import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const PATH = [join(ROOT, "node_modules", ".bin"), process.env.PATH].join(delimiter);
/** Colours are for people, not for the log of a machine. */
const PLAIN = process.stdout.isTTY ? {} : { NO_COLOR: "1" };

/** Hundreds of processes load the same modules: what one has compiled, the others need not. */
const COMPILED = join(ROOT, ".easel", "compiled");

/** Runs a program of ours or of node_modules, under our Node, and returns its exit code. */
export async function run(
  [command = "", ...args]: string[],
  env: Record<string, string> = {},
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
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  return code ?? 1;
}
