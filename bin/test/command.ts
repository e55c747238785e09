import { spawn } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { delimiter, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const PATH = [join(ROOT, "node_modules", ".bin"), process.env.PATH].join(delimiter);
/** Colours are for people, not for the log of a machine. */
const COLOURS: Record<string, string> = process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" };

/** Hundreds of processes load the same modules: what one has compiled, the others need not. */
const COMPILED = join(ROOT, ".easel", "compiled");

/**
 * Runs a program of ours or of node_modules, under our Node, and returns its exit code. What it says is given to `hear`
 * in pieces. With `nice`, a number as the command of that name takes it, it yields to what runs beside it.
 */
export async function run(
  [command = "", ...args]: string[],
  hear: (text: string) => void,
  { env = {}, nice }: { env?: Record<string, string>; nice?: number } = {},
): Promise<number> {
  const program = command === "node" ? process.execPath : command;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH,
      NEXT_TELEMETRY_DISABLED: "1",
      NODE_COMPILE_CACHE: COMPILED,
      ...COLOURS,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.pid && nice) setPriority(child.pid, nice);
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hear);
  const [code] = await once(child, "close");
  return code ?? 1;
}
