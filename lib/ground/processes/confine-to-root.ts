import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { singleton } from "@/lib/ground/base/process";
import type { ConfinedProgram } from "./program";

const NAMESPACES = ["--user", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child"];
const PLACES = ["/usr/bin/unshare", "/bin/unshare"];

/**
 * Shell script that mounts what a system program needs into a folder, and executes the program with that
 * folder as its root.
 */
const ENTER = `PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=$1 wd=$2 from=$3 to=$4 unshare=$5
shift 5
for one in /lib /lib64 /usr/lib /usr/lib64; do
  if [ -d "$one" ]; then
    mkdir -p "$root$one"
    mount --rbind "$one" "$root$one"
    mount -o remount,bind,ro "$root$one"
  fi
done
mount -t proc proc "$root/proc"
for one in null urandom; do mount --bind "/dev/$one" "$root/dev/$one"; done
mount --bind "$from" "$root$to"
mount -o remount,bind,ro "$root$to"
exec "$unshare" --root="$root" --wd="$wd" -- "$to" "$@"`;

/**
 * The folder to use as root, and the program to place in it. `workFolder` and `bring.to` are paths inside the
 * root.
 */
export type RootOptions = { root: string; workFolder: string; bring: { from: string; to: string } };

/**
 * Wraps an untrusted program so that it sees only one folder, the system's libraries and itself. It uses
 * unprivileged namespaces. `program.args` are its own arguments; its command is `bring.to`. Returns null if
 * the system does not support this.
 */
export function confineToRoot(
  program: Omit<ConfinedProgram, "command">,
  { root, workFolder, bring }: RootOptions,
): ConfinedProgram | null {
  const unshare = unsharePath();
  if (!unshare) return null;
  prepare(root, bring.to);
  return { ...program, ...wrapped(unshare, { root, workFolder, bring }, program.args) };
}

export const canRoot = (): boolean => unsharePath() !== null;

const wrapped = (unshare: string, { root, workFolder, bring }: RootOptions, args: readonly string[]) => ({
  command: unshare,
  args: [
    ...[...NAMESPACES, "--", "/bin/sh", "-ec", ENTER, "sh"],
    ...[root, workFolder, bring.from, bring.to, unshare, ...args],
  ],
});

function prepare(root: string, command: string): void {
  for (const name of ["proc", "dev", "tmp"]) mkdirSync(join(root, name), { recursive: true });
  mkdirSync(join(root, dirname(command)), { recursive: true });
  for (const name of ["dev/null", "dev/urandom", command]) writeFileSync(join(root, name), "");
}

const unsharePath = (): string | null =>
  singleton("confine rooted", () => {
    if (process.platform !== "linux") return null;
    const unshare = PLACES.find((place) => existsSync(place));
    return unshare && isAble(unshare) ? unshare : null;
  });

/** Runs a test program, because systems restrict namespaces in different ways. */
function isAble(unshare: string): boolean {
  const root = mkdtempSync(join(tmpdir(), "easel-root-"));
  try {
    const tried = { root, workFolder: "/tmp", bring: { from: "/bin/true", to: "/bin/true" } };
    prepare(root, tried.bring.to);
    const { command, args } = wrapped(unshare, tried, []);
    return spawnSync(command, args, { timeout: 5_000, stdio: "ignore" }).status === 0;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
