import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { AppError } from "../../lib/shared/errors.ts";

type Options = { cwd: string; env?: Record<string, string>; signal?: AbortSignal };

/** Runs a script of this folder for a build. Throws its output if it fails. */
export async function runChild(script: string, args: string[], options: Options): Promise<void> {
  const { cwd, env, signal } = options;
  const child = fork(join(import.meta.dirname, script), args, {
    cwd,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...env },
    silent: true,
    signal,
    killSignal: "SIGKILL",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const [code] = await once(child, "close");
  if (code !== 0) throw new AppError("internal", output.trim());
}
