import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { readdirSync, realpathSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";

/**
 * The way to talk with a process. Whatever it is made of, the process is heard as objects, of which the first is
 * `{ type: "ready" }` or `{ type: "broken", message, code? }`; a channel to a program that says neither, says it for it.
 * What cannot be read is given as it came, and costs the process its life.
 */
export type ProgramChannel = {
  options: Pick<SpawnOptions, "stdio" | "serialization" | "detached">;
  /** Begins to listen; gives what sends. Neither keeps the server from ending. */
  open(child: ChildProcess, hear: (message: unknown) => void): (message: unknown) => void;
};

/** What is started, and what it may: the command's own flags confine it. */
export type ConfinedProgram = {
  command: string;
  args: readonly string[];
  cwd: string;
  /** All that its environment holds. */
  env?: Readonly<Record<string, string>>;
  channel: ProgramChannel;
  /** How far it steps aside for the server, from 0 to 19. */
  nice?: number;
  /** As whom it runs, where it is not as the server. */
  user?: number;
  /** Has it lead a group of processes, which ends as a whole; of the server's own user. */
  group?: Group;
};

/** A group ends at the latest a second after the server does, however busy it is. Windows has no such groups. */
type Group = {
  /** From its start on, and then it ends in any case. */
  seconds: number;
  /** That one of its files may have. */
  fileMb: number;
};

/** Node's own channel. stdout goes nowhere. */
export const ipc = (serialization: "json" | "advanced" = "json"): ProgramChannel => ({
  options: { stdio: ["ignore", "ignore", "pipe", "ipc"], serialization },
  open(child, hear) {
    child.on("message", hear);
    child.channel?.unref();
    // Whether it arrived shows by what comes back; a process that is gone says so itself.
    return (message) => {
      if (child.connected) child.send(message as object, () => {});
    };
  },
});

type Node = {
  /** `WING/ROOM` of lib, whose `process/main.mjs` it runs and whose `process` folder it may read. */
  room: string;
  /** What else it may read: files, or folders with all that is in them. */
  reads?: readonly string[];
  writes?: readonly string[];
  flags?: readonly string[];
  /** MB of the engine's old generation. */
  heapMb?: number;
  /** What it finds as `settings`, as JSON. */
  settings?: object;
} & Partial<Pick<ConfinedProgram, "cwd" | "env" | "channel" | "nice">>;

const root = () => process.env.EASEL_ROOT ?? process.cwd();

/** The folder of a room, as `WING/ROOM`. Its sources are read from the disk, not bundled. */
export const sourcesOfRoom = (room: string): string => join(root(), "lib", room);

/** Where npm has put its packages. */
export const modulesFolder = (): string => join(root(), "node_modules");

/** Where npm's packages lie, as `reads` wants them. */
export function packages(): string[] {
  const folder = modulesFolder();
  return [folder, realpathSync(folder)];
}

/**
 * A Node process with an empty environment, which Node's permissions keep from all files but those named, and from
 * starting processes. `flags` may allow more: threads, addons.
 */
export function nodeProgram({
  room,
  reads = [],
  writes = [],
  flags = [],
  heapMb,
  ...rest
}: Node): ConfinedProgram {
  const sources = join(sourcesOfRoom(room), "process");
  const own = [sources, join(sourcesOfRoom("ground/processes"), "process")];
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
      join(sources, "main.mjs"),
      JSON.stringify({ ...settings, server: pid }),
    ],
    ...{ cwd, env, channel, nice },
  };
}

const HAS_GROUPS = process.platform !== "win32";
/** Blocks of 512 bytes are what POSIX counts files in. */
const BLOCKS_A_MB = 2_000;
/** Limits itself, leaves somebody behind who ends the group when its time is up or the server is gone, and becomes the program. */
const LEAD = `ulimit -c 0; ulimit -f "$2"
(n=$1; while [ $n -gt 0 ] && kill -0 $PPID; do sleep 1; n=$((n - 1)); done; kill -s KILL -- -$$) </dev/null >/dev/null 2>&1 3>&- &
shift 2; exec "$@"`;

/** Starts it as one that keeps nobody from ending: what waits for it has a timer. */
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
  const [file, given] = led
    ? (["/bin/sh", ["-c", LEAD, "sh", ...limits, command, ...args]] as const)
    : ([command, args] as const);
  // Not node's `fork`: the bundler would look for the file.
  const child = spawn(file, given, {
    ...channel.options,
    cwd,
    env: Object.assign(Object.create(null), env),
    ...(user !== undefined && { uid: user, gid: user }),
    detached: led !== undefined,
  });
  const { pid } = child;
  if (pid && nice) stepAside(pid, nice);
  // Where memory runs short, it is not the server that goes without. Linux only.
  if (pid) attempt(() => writeFileSync(`/proc/${pid}/oom_score_adj`, "1000"));
  child.unref();
  for (const stream of child.stdio)
    if (stream && "unref" in stream && typeof stream.unref === "function") stream.unref();
  return child;
}

/** Ends it at once, and its group. */
export function end(child: ChildProcess, { group }: ConfinedProgram): void {
  const { pid } = child;
  if (!group || !HAS_GROUPS || !pid) child.kill("SIGKILL");
  else attempt(() => process.kill(-pid, "SIGKILL"));
}

/**
 * Makes a process give way to the server, by 1 to 19, for good. On Linux a priority is a thread's, which those inherit that
 * it starts later; elsewhere it is the process's.
 */
export function stepAside(pid: number, nice: number): void {
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
    // It has ended, or the system has no such thing or does not let us.
  }
}
