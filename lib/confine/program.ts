import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { readdirSync, realpathSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";

/**
 * The way to talk with a process. Whatever it is made of, the process is heard as objects, of which the first is
 * `{ type: "ready" }` or `{ type: "broken", message, code? }`; a channel to a program that says neither, says it for it.
 * What cannot be read is given as it came, and costs the process its life.
 */
export type Channel = {
  options: Pick<SpawnOptions, "stdio" | "serialization">;
  /** Begins to listen; gives what sends. Neither keeps the server from ending. */
  open(child: ChildProcess, hear: (message: unknown) => void): (message: unknown) => void;
};

/** What is started, and what it may: the command's own flags confine it. */
export type Program = {
  command: string;
  args: readonly string[];
  cwd: string;
  /** All that its environment holds. */
  env?: Readonly<Record<string, string>>;
  channel: Channel;
  /** How far it steps aside for the server, from 0 to 19. */
  nice?: number;
};

/** Node's own channel. stdout goes nowhere. */
export const ipc = (serialization: "json" | "advanced" = "json"): Channel => ({
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
  /** It runs `lib/ROOM/process/main.mjs`, and may read that folder. */
  room: string;
  /** What else it may read: files, or folders with all that is in them. */
  reads?: readonly string[];
  writes?: readonly string[];
  flags?: readonly string[];
  /** MB of the engine's old generation. */
  heapMb?: number;
  /** What it finds as `settings`, as JSON. */
  settings?: object;
} & Partial<Pick<Program, "cwd" | "env" | "channel" | "nice">>;

/** Where the sources of a room lie that are read from the disk, not bundled. */
export const sourcesOf = (room: string): string => join(process.env.EASEL_ROOT ?? process.cwd(), "lib", room);

/** Where npm's packages lie, as `reads` wants them. */
export function packages(): string[] {
  const folder = join(process.env.EASEL_ROOT ?? process.cwd(), "node_modules");
  return [folder, realpathSync(folder)];
}

/**
 * A Node process with an empty environment, which Node's permissions keep from all files but those named, and from
 * starting processes. `flags` may allow more: threads, addons.
 */
export function nodeProgram({ room, reads = [], writes = [], flags = [], heapMb, ...rest }: Node): Program {
  const sources = join(sourcesOf(room), "process");
  const own = [sources, join(sourcesOf("confine"), "process")];
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

/** Starts it as one that keeps nobody from ending: what waits for it has a timer. */
export function start({ command, args, cwd, env, channel, nice }: Program): ChildProcess {
  // Not node's `fork`: the bundler would look for the file.
  const child = spawn(command, args, {
    ...channel.options,
    cwd,
    env: Object.assign(Object.create(null), env),
  });
  const { pid } = child;
  if (pid && nice) stepAside(pid, nice);
  // Where memory runs short, it is not the server that goes without. Linux only.
  if (pid) attempt(() => writeFileSync(`/proc/${pid}/oom_score_adj`, "1000"));
  child.unref();
  const { stderr } = child;
  if (stderr && "unref" in stderr && typeof stderr.unref === "function") stderr.unref();
  return child;
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
