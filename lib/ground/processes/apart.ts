import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { owned } from "@/lib/ground/base/process";
import type { ConfinedProgram } from "./program";

/** Nobody's, and not that of the embedded database. */
const USER = 65_533;
const ROOT = 0;
const UNSHARE = ["--user", "--map-current-user", "--pid", "--fork", "--kill-child", "--mount-proc", "--"];
const PLACES = ["/usr/bin/unshare", "/bin/unshare"];

type Way = { kind: "namespace"; unshare: string } | { kind: "user" } | { kind: "plain" } | null;

/** How a program of others is kept from reading this process's environment and memory by `/proc`; null where nothing does. */
const way = (): Way =>
  owned("confine apart", (): Way => {
    if (process.platform !== "linux") return { kind: "plain" };
    const unshare = PLACES.find((place) => existsSync(place));
    if (unshare && spawnSync(unshare, [...UNSHARE, "/bin/true"], { timeout: 5_000 }).status === 0)
      return { kind: "namespace", unshare };
    return process.getuid?.() === ROOT ? { kind: "user" } : null;
  });

/**
 * A program of somebody else's as it may be started: in a user namespace of its own, from which the kernel lets it read no
 * process outside, or, where a system has none and the server is root, as a user of its own. It owns its folder, which is
 * made. Null where neither is to be had.
 */
export function apart(program: ConfinedProgram): ConfinedProgram | null {
  const how = way();
  if (how === null) return null;
  mkdirSync(program.cwd, { recursive: true, mode: 0o700 });
  if (how.kind === "plain") return program;
  if (how.kind === "namespace")
    return { ...program, command: how.unshare, args: [...UNSHARE, program.command, ...program.args] };
  chownSync(program.cwd, USER, USER);
  return { ...program, user: USER };
}
