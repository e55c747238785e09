import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { Confined } from "@/lib/ground/processes/confined";
import {
  lowerPriority,
  moduleSources,
  modulesFolder,
  type ProgramChannel,
} from "@/lib/ground/processes/program";
import type { Folder } from "./folder";
import type { PackageWay } from "./packages";

/** Maximum MB of resident memory of the process group. V8's heap may use `HEAP_MB` of it. */
export const MEMORY_MB = 512;
const HEAP_MB = 384;
/** Maximum total MB of the files in the folder, and how often to check it. */
export const DISK_MB = 200;
const LOOK_MS = 200;
/** Characters stored from the start of stdout and of stderr. */
const MAX_HEAD = 200_000;
/**
 * Characters kept from the end of the output, because an error message is usually the last part of stderr.
 */
const TAIL = 4_000;
/** Characters of one message. A longer one ends the process. */
const MAX_MESSAGE = 4_000_000;
/**
 * Seconds added to the program's time limit. If the server was killed, the process group ends itself after the sum
 * of both.
 */
const START_SECONDS = 25;
/** Programs that run longer than `SLOW_MS` get a lower priority than the server and short programs. */
const NICE = 10;
const SLOW_MS = 1_000;

/**
 * Environment variables that many packages read, so a program with packages may read them. Only NO_COLOR has
 * a value.
 */
const ASKED_BY_PACKAGES = "NODE_ENV,DEBUG,NODE_DEBUG,CI,TERM,FORCE_COLOR,NO_COLOR";

export const MAIN = "process/main.mjs";

const PLATFORMS: Record<string, string> = {
  "linux-x64": "linux-x64-glibc",
  "linux-arm64": "linux-arm64-glibc",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  "win32-x64": "win32-x64",
  "win32-arm64": "win32-arm64",
};

export function denoPath(): string | null {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`];
  const file = process.platform === "win32" ? "deno.exe" : "deno";
  if (!platform) return null;
  const path = join(modulesFolder(), "@deno", platform, file);
  return existsSync(path) ? path : null;
}

const fetchRequest = z.strictObject({ type: z.literal("fetch"), id: z.int(), args: z.unknown() });
type FetchRequest = z.infer<typeof fetchRequest>;
type FetchReply = { id: number; answer: unknown } | { id: number; error: string; isNetwork: boolean } | null;

/** `entry` is the module to run. Without `packages`, the program may not import packages. */
export type DenoJob = {
  deno: string;
  folder: Folder;
  entry: string;
  timeoutMs: number;
  args?: readonly string[];
  packages?: PackageWay;
};

export class Output {
  readonly stdout = new CappedOutput();
  readonly stderr = new CappedOutput();
  exit: { code: number | null; signal: string | null } | undefined;
}

class CappedOutput {
  text = "";
  tail = "";
  isCut = false;

  add(piece: string): void {
    const space = MAX_HEAD - this.text.length;
    this.text += piece.slice(0, space);
    this.tail = (this.tail + piece).slice(-TAIL);
    this.isCut ||= piece.length > space;
  }
}

/**
 * A Deno process that runs one program. The program may access only its folder. It has no network access: the
 * server runs its `fetch` requests.
 */
export class Deno extends Confined<FetchRequest, FetchReply> {
  readonly job: DenoJob;
  readonly output: Output;

  constructor(job: DenoJob) {
    const { deno, folder, entry, timeoutMs, args = [], packages } = job;
    const output = new Output();
    const mark = `\0${randomUUID()} `;
    super({
      program: {
        command: deno,
        args: [
          "run",
          ...["--no-prompt", "--no-config", "--no-lock", "--no-code-cache", "--quiet"],
          ...["--deny-net", "--deny-run", "--deny-ffi", "--deny-sys", "--allow-read=.", "--allow-write=."],
          ...(packages
            ? [`--allow-import=${packages.importHost}`, `--allow-env=${ASKED_BY_PACKAGES}`]
            : ["--no-remote", "--no-npm", "--deny-import", "--deny-env"]),
          `--v8-flags=--max-old-space-size=${HEAP_MB}`,
          join(moduleSources("code/deno"), MAIN),
          ...[pathToFileURL(join(folder.work, entry)).href, mark.slice(1), ...args],
        ],
        cwd: folder.work,
        env: {
          ...{ DENO_DIR: join(folder.root, "deno"), DENO_NO_PACKAGE_JSON: "1", DENO_NO_UPDATE_CHECK: "1" },
          NO_COLOR: "1",
          ...packages?.environment,
        },
        channel: channel(output, mark),
        group: { seconds: Math.ceil(timeoutMs / 1_000) + START_SECONDS, fileMb: DISK_MB },
      },
      messageSchema: fetchRequest,
      memoryMb: MEMORY_MB,
    });
    this.job = job;
    this.output = output;
  }

  /**
   * Calls `onRequest` with each request of the program. Never resolves: rejects with Died however the program
   * ends.
   */
  async work(onRequest: (request: FetchRequest) => void): Promise<never> {
    const { folder, timeoutMs } = this.job;
    const look = setInterval(async () => {
      if ((await folder.size()) > DISK_MB * 1_000_000) this.kill("temporary");
    }, LOOK_MS);
    const slow = setTimeout(() => this.pid && lowerPriority(this.pid, NICE), SLOW_MS);
    try {
      return await this.converse<never>(null, timeoutMs, (one) => void onRequest(one));
    } finally {
      clearInterval(look);
      clearTimeout(slow);
    }
  }
}

/**
 * Reads the messages of the process. stdout and stderr belong to the program, and a message is a line on
 * stdout that begins with `mark`. A program that forges a message gains nothing, because the server treats it
 * like any request of the program.
 */
const channel = (output: Output, mark: string): ProgramChannel => ({
  options: { stdio: ["pipe", "pipe", "pipe"] },
  open(child: ChildProcess, hear) {
    const { stdin, stdout, stderr } = child;
    stderr?.setEncoding("utf8").on("data", (piece: string) => output.stderr.add(piece));
    child.on("exit", (code, signal) => {
      output.exit = { code, signal };
    });
    let rest = "";
    const take = (piece: string) => {
      rest += piece;
      for (let at = rest.indexOf(mark); at >= 0; at = rest.indexOf(mark)) {
        output.stdout.add(rest.slice(0, at));
        rest = rest.slice(at);
        const end = rest.indexOf("\n");
        if (end < 0) {
          if (rest.length > MAX_MESSAGE) hear(rest);
          return;
        }
        hear(parsed(rest.slice(mark.length, end)));
        rest = rest.slice(end + 1);
      }
      // A chunk may end within a mark. Keep that end for the next chunk.
      const markStart = rest.lastIndexOf(mark.charAt(0));
      const sure = markStart > rest.length - mark.length ? markStart : rest.length;
      if (sure < 0) return;
      output.stdout.add(rest.slice(0, sure));
      rest = rest.slice(sure);
    };
    stdout?.setEncoding("utf8").on("data", take);
    stdout?.on("end", () => output.stdout.add(rest));
    stdin?.on("error", () => {});
    // The process sends no ready message: it runs its program at once.
    queueMicrotask(() => hear({ type: "ready" }));
    return (message) => {
      if (message !== null) stdin?.write(`${JSON.stringify(message)}\n`);
    };
  },
});

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
