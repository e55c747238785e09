import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { singleton } from "@/lib/ground/base/process";
import type { ConfinedProgram } from "./program";

/** A uid without an account, different from the embedded database's user. */
const USER = 65_533;
const ROOT = 0;
const UNSHARE = ["--user", "--map-current-user", "--pid", "--fork", "--kill-child", "--mount-proc", "--"];
const PLACES = ["/usr/bin/unshare", "/bin/unshare"];

type IsolationMethod = { kind: "namespace"; unshare: string } | { kind: "user" } | { kind: "plain" } | null;

/**
 * Returns how to keep an untrusted program from reading this process's environment and memory through
 * `/proc`; null if the system supports no method.
 */
const isolationMethod = (): IsolationMethod =>
  singleton("confine apart", (): IsolationMethod => {
    if (process.platform !== "linux") return { kind: "plain" };
    const unshare = PLACES.find((place) => existsSync(place));
    if (unshare && spawnSync(unshare, [...UNSHARE, "/bin/true"], { timeout: 5_000 }).status === 0)
      return { kind: "namespace", unshare };
    return process.getuid?.() === ROOT ? { kind: "user" } : null;
  });

/**
 * Wraps an untrusted program for isolation: in its own user namespace, from which it cannot read processes
 * outside, or, if that is unsupported and the server runs as root, as a separate user. Creates the program's
 * folder, which that user owns. Returns null if neither is possible.
 */
export function isolateProgram(program: ConfinedProgram): ConfinedProgram | null {
  const how = isolationMethod();
  if (how === null) return null;
  mkdirSync(program.cwd, { recursive: true, mode: 0o700 });
  if (how.kind === "plain") return program;
  if (how.kind === "namespace")
    return { ...program, command: how.unshare, args: [...UNSHARE, program.command, ...program.args] };
  chownSync(program.cwd, USER, USER);
  return { ...program, user: USER };
}
