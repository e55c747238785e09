import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import pLimit from "p-limit";
import { z } from "zod";
import { owned } from "@/lib/base/process";

const WALL_MS = 10_000;
/** One for each core of a small machine; the others wait. */
const AT_ONCE = 2;
/** A process that has nothing to do costs memory. */
const IDLE_MS = 60_000;
/** What has grown to this much is not used again. */
const MAX_RSS = 200 * 2 ** 20;

const said = z.object({ markdown: z.string().nullable(), rss: z.number() });

const processes = () =>
  owned(
    "web.readers",
    () => ({ limit: pLimit(AT_ONCE), idle: new Map<ChildProcess, NodeJS.Timeout>() }),
    end,
  );

/**
 * The text of an HTML page as markdown, its links absolute against `url`. null where none can be made of it in 10 s and
 * 256 MB: whoever wrote the page may have meant harm, so it is read in a process that is ended then.
 */
export function readable(
  html: string,
  url: string,
  signal: AbortSignal,
  wallMs = WALL_MS,
): Promise<string | null> {
  return processes().limit(async () => {
    signal.throwIfAborted();
    const child = take();
    const answer = await ask(child, { html, url }, signal, wallMs);
    if (answer && answer.rss < MAX_RSS) rest(child);
    else child.kill("SIGKILL");
    signal.throwIfAborted();
    return answer?.markdown ?? null;
  });
}

/** Starts a process that may be needed soon, if none stands ready: it takes as long as most pages to arrive. */
export function prepare(): void {
  const { limit, idle } = processes();
  if (limit.activeCount === 0 && idle.size === 0) rest(start());
}

function take(): ChildProcess {
  const [waiting] = processes().idle.keys();
  if (!waiting) return start();
  forget(waiting);
  return waiting;
}

function start(): ChildProcess {
  const child = fork();
  child.on("exit", () => forget(child));
  // Whoever asks it hears of the end.
  child.on("error", () => forget(child));
  return child;
}

function rest(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  processes().idle.set(child, setTimeout(() => child.kill("SIGKILL"), IDLE_MS).unref());
}

function forget(child: ChildProcess): void {
  const { idle } = processes();
  clearTimeout(idle.get(child));
  idle.delete(child);
}

function end({ idle }: { idle: Map<ChildProcess, NodeJS.Timeout> }): void {
  for (const [child, timer] of idle) {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}

async function ask(
  child: ChildProcess,
  job: { html: string; url: string },
  signal: AbortSignal,
  wallMs: number,
) {
  const { promise, resolve } = Promise.withResolvers<z.infer<typeof said> | null>();
  const giveUp = () => resolve(null);
  const hear = (message: unknown) => resolve(said.safeParse(message).data ?? null);
  const wall = setTimeout(giveUp, wallMs);
  child.once("message", hear).once("exit", giveUp).once("error", giveUp);
  signal.addEventListener("abort", giveUp, { once: true });
  child.send(job, (error) => error && giveUp());
  try {
    return await promise;
  } finally {
    clearTimeout(wall);
    child.off("message", hear).off("exit", giveUp).off("error", giveUp);
    signal.removeEventListener("abort", giveUp);
  }
}

const HEAP_MB = 256;
/** Of the whole process, the engine and its own modules included. */
const MEMORY_MB = 600;

/** A process that reads pages, with an empty environment, and no permission but to read its own modules. */
function fork(): ChildProcess {
  const root = process.env.EASEL_ROOT ?? process.cwd();
  const sources = join(root, "lib", "web", "process");
  const watcher = join(root, "lib", "files", "process");
  const modules = join(root, "node_modules");
  const readable = [sources, watcher, modules, realpathSync(modules)];
  const args = [
    `--max-old-space-size=${HEAP_MB}`,
    // For pages that are nested deep; should the system give less, only this process ends.
    "--stack-size=3900",
    "--permission",
    "--allow-worker",
    ...readable.map((path) => `--allow-fs-read=${path}`),
    join(sources, "main.mjs"),
    String(MEMORY_MB),
  ];
  const { execPath } = process;
  // Not node's `fork`: the bundler would look for the file.
  const child = spawn(execPath, args, {
    env: Object.create(null),
    cwd: sources,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  // What waits for an answer has a timer; a process that only stands ready shall keep nobody from ending.
  child.unref();
  child.channel?.unref();
  return child;
}
