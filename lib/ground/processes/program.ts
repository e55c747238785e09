import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { readdirSync, realpathSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";

/**
 * How the server communicates with a process. A process sends objects, the first being `{ type: "ready" }` or
 * `{ type: "broken", message, code? }`; a channel to a program that sends neither supplies it. Unparsable
 * output is passed on as it is, and the process is then killed.
 */
export type ProgramChannel = {
  options: Pick<SpawnOptions, "stdio" | "serialization" | "detached">;
  /**
   * Passes the process's messages to `hear` and returns a function that sends messages to the process. Neither
   * keeps the server's event loop alive.
   */
  open(child: ChildProcess, hear: (message: unknown) => void): (message: unknown) => void;
};

/** A program to start. Its own command line flags confine it. */
export type ConfinedProgram = {
  command: string;
  args: readonly string[];
  cwd: string;
  env?: Readonly<Record<string, string>>;
  channel: ProgramChannel;
  nice?: number;
  /** The uid to run as, if not the server's. */
  user?: number;
  /** Makes the program the leader of a process group, which is killed as a whole. Only without `user`. */
  group?: Group;
};

/**
 * Limits of a process group, which is killed at most a second after the server ends. Not supported on
 * Windows.
 */
type Group = {
  /** Seconds from the group's start until it is killed. */
  seconds: number;
  fileMb: number;
};

/** Node's IPC channel. stdout is discarded. */
export const ipc = (serialization: "json" | "advanced" = "json"): ProgramChannel => ({
  options: { stdio: ["ignore", "ignore", "pipe", "ipc"], serialization },
  open(child, hear) {
    child.on("message", hear);
    child.channel?.unref();
    // Ignore send errors: the `exit` event already reports that a process has ended.
    return (message) => {
      if (child.connected) child.send(message as object, () => {});
    };
  },
});

type Node = {
  /** Path of a module in lib, whose `process/main.mjs` is run and whose `process` folder is readable. */
  modulePath: string;
  /** Further readable files, or folders with their contents. */
  reads?: readonly string[];
  writes?: readonly string[];
  flags?: readonly string[];
  /** Maximum of V8's old generation. */
  heapMb?: number;
  /** Passed to the process as `settings`, in JSON. */
  settings?: object;
  /** Runs the bundle of the program, which `bin/server/programs.ts` makes for builds and tests. */
  isBundled?: boolean;
} & Partial<Pick<ConfinedProgram, "cwd" | "env" | "channel" | "nice">>;

const root = () => process.env.EASEL_ROOT ?? process.cwd();

/** Returns the folder of a module of lib. Its sources are read from disk, not bundled. */
export const moduleSources = (modulePath: string): string => join(root(), "lib", modulePath);

export const modulesFolder = (): string => join(root(), "node_modules");

/** Returns the path of a module's bundled program in the folder of bundles. */
export const bundleOf = (modulePath: string, folder: string): string =>
  join(folder, `${modulePath.replaceAll("/", "-")}.mjs`);

/** Returns the folders of npm packages in the form that `reads` expects. */
export function packages(): string[] {
  const folder = modulesFolder();
  return [folder, realpathSync(folder)];
}

/**
 * Builds a Node process with an empty environment. Node's permission model limits it to the named files and
 * forbids subprocesses. `flags` can allow more, such as threads or addons.
 */
export function nodeProgram({
  modulePath,
  reads = [],
  writes = [],
  flags = [],
  heapMb,
  isBundled = false,
  ...rest
}: Node): ConfinedProgram {
  const sources = join(moduleSources(modulePath), "process");
  const bundles = isBundled ? process.env.EASEL_PROGRAMS_DIR : undefined;
  const main = bundles ? bundleOf(modulePath, bundles) : join(sources, "main.mjs");
  const own = [bundles ? main : sources, join(moduleSources("ground/processes"), "process")];
  const readable = [...own, ...own.map((path) => realpathSync(path)), ...reads];
  const { execPath, pid } = process;
  const { settings, cwd = sources, channel = ipc(), env, nice } = rest;
  return {
    command: execPath,
    args: [
      "--permission",
      "--no-warnings",
      ...(heapMb ? [`--max-old-space-size=${heapMb}`] : []),
      ...flags,
      ...[...readable, ...writes].map((path) => `--allow-fs-read=${path}`),
      ...writes.map((path) => `--allow-fs-write=${path}`),
      main,
      JSON.stringify({ ...settings, server: pid }),
    ],
    ...{ cwd, env, channel, nice },
  };
}

const HAS_GROUPS = process.platform !== "win32";
/** POSIX counts file sizes in blocks of 512 bytes. */
const BLOCKS_A_MB = 2_000;
/**
 * Sets limits, starts a background watcher that kills the group after its time or the server's end, and
 * executes the program.
 */
const LEAD = `ulimit -c 0; ulimit -f "$2"
(n=$1; while [ $n -gt 0 ] && kill -0 $PPID; do sleep 1; n=$((n - 1)); done; kill -s KILL -- -$$) </dev/null >/dev/null 2>&1 3>&- &
shift 2; exec "$@"`;

/**
 * Starts the program without keeping the server's event loop alive. A caller that waits for the program needs a
 * timer that keeps the event loop alive.
 */
export function startProgram({
  command,
  args,
  cwd,
  env,
  channel,
  nice,
  user,
  group,
}: ConfinedProgram): ChildProcess {
  const led = group && HAS_GROUPS ? group : undefined;
  const limits = led ? [String(led.seconds), String(led.fileMb * BLOCKS_A_MB)] : [];
  const [file, spawnArgs] = led
    ? (["/bin/sh", ["-c", LEAD, "sh", ...limits, command, ...args]] as const)
    : ([command, args] as const);
  // Not Node's `fork`, whose file the bundler would try to resolve.
  const child = spawn(file, spawnArgs, {
    ...channel.options,
    cwd,
    env: Object.assign(Object.create(null), env),
    ...(user !== undefined && { uid: user, gid: user }),
    detached: led !== undefined,
  });
  const { pid } = child;
  if (pid && nice) lowerPriority(pid, nice);
  // If memory runs out, the kernel kills this process before the server. Linux only.
  if (pid) attempt(() => writeFileSync(`/proc/${pid}/oom_score_adj`, "1000"));
  child.unref();
  for (const stream of child.stdio)
    if (stream && "unref" in stream && typeof stream.unref === "function") stream.unref();
  return child;
}

export function end(child: ChildProcess, { group }: ConfinedProgram): void {
  const { pid } = child;
  if (!group || !HAS_GROUPS || !pid) child.kill("SIGKILL");
  else attempt(() => process.kill(-pid, "SIGKILL"));
}

/**
 * Lowers the priority of a process permanently. On Linux, niceness belongs to threads and is inherited by
 * later ones; elsewhere it belongs to the process.
 */
export function lowerPriority(pid: number, nice: number): void {
  let threads = [pid];
  attempt(() => {
    threads = readdirSync(`/proc/${pid}/task`).map(Number);
  });
  for (const thread of threads) attempt(() => setPriority(thread, nice));
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // Ignore the error: the process has ended, or the system does not support or allow this.
  }
}
