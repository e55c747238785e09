import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { Confined } from "@/lib/ground/processes/confined";
import { modulesFolder, type ProgramChannel, sourcesOfRoom, stepAside } from "@/lib/ground/processes/program";
import type { Folder } from "./folder";
import type { PackageWay } from "./packages";

/** Resident, in MB, and of that the heap of its engine. */
export const MEMORY_MB = 512;
const HEAP_MB = 384;
/** Of all files in its folder; looked at so often. */
export const DISK_MB = 200;
const LOOK_MS = 200;
/** Characters of stdout and of stderr that are kept: the first. */
const MAX_KEPT = 200_000;
/** And the last of stderr, where a program says how it ended. */
const TAIL = 4_000;
/** Characters of one message; what is larger ends the process. */
const MAX_MESSAGE = 4_000_000;
/** Until a group ends by itself whose server was killed, beside the time that its program has. */
const START_SECONDS = 25;
/** What takes long gives way to the server and to those that do not. */
const NICE = 10;
const SLOW_MS = 1_000;

/** Variables that many packages look for; but for NO_COLOR none of them is there. */
const ASKED_BY_PACKAGES = "NODE_ENV,DEBUG,NODE_DEBUG,CI,TERM,FORCE_COLOR,NO_COLOR";

/** What Deno runs first, in this room. */
export const MAIN = "process/main.mjs";

const PLATFORMS: Record<string, string> = {
  "linux-x64": "linux-x64-glibc",
  "linux-arm64": "linux-arm64-glibc",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  "win32-x64": "win32-x64",
  "win32-arm64": "win32-arm64",
};

/** The Deno that npm has brought for this machine; null where there is none. */
export function denoPath(): string | null {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`];
  const file = process.platform === "win32" ? "deno.exe" : "deno";
  if (!platform) return null;
  const path = join(modulesFolder(), "@deno", platform, file);
  return existsSync(path) ? path : null;
}

/** What it may say: that the program wants `fetch`. */
const said = z.strictObject({ type: z.literal("fetch"), id: z.int(), args: z.unknown() });
type Said = z.infer<typeof said>;
type Told = { id: number; answer: unknown } | { id: number; error: string; isNetwork: boolean } | null;

/** `entry` is the module of the folder that is run; without `packages` it may import none. */
export type DenoJob = {
  deno: string;
  folder: Folder;
  entry: string;
  timeoutMs: number;
  packages?: PackageWay;
};

/** What a program has written, and how it ended. */
export class Output {
  readonly stdout = new Kept();
  readonly stderr = new Kept();
  exit: { code: number | null; signal: string | null } | undefined;
}

class Kept {
  text = "";
  /** The last characters. */
  tail = "";
  /** There was more than is kept. */
  isCut = false;

  add(piece: string): void {
    const room = MAX_KEPT - this.text.length;
    this.text += piece.slice(0, room);
    this.tail = (this.tail + piece).slice(-TAIL);
    this.isCut ||= piece.length > room;
  }
}

/** A Deno that runs one program, which may touch nothing but its folder, and asks the server for the network. */
export class Deno extends Confined<Said, Told> {
  readonly job: DenoJob;
  readonly output: Output;

  constructor(job: DenoJob) {
    const { deno, folder, entry, timeoutMs, packages } = job;
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
          join(sourcesOfRoom("code/deno"), MAIN),
          ...[pathToFileURL(join(folder.work, entry)).href, mark.slice(1)],
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
      hears: said,
      memoryMb: MEMORY_MB,
    });
    this.job = job;
    this.output = output;
  }

  /** Waits until the program ends; rejects with Died, however that was. `hear` is told what it asks for. */
  async work(hear: (said: Said) => void): Promise<never> {
    const { folder, timeoutMs } = this.job;
    const look = setInterval(async () => {
      if ((await folder.size()) > DISK_MB * 1_000_000) this.kill("temporary");
    }, LOOK_MS);
    const slow = setTimeout(() => this.pid && stepAside(this.pid, NICE), SLOW_MS);
    try {
      return await this.converse<never>(null, timeoutMs, (one) => void hear(one));
    } finally {
      clearInterval(look);
      clearTimeout(slow);
    }
  }
}

/**
 * stdout and stderr are the program's; between what it writes there stand messages, one a line, which begin with `mark`.
 * It may write such lines itself: what they can ask for is what it may ask for.
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
      // A mark may have come in part.
      const begun = rest.lastIndexOf(mark.charAt(0));
      const sure = begun > rest.length - mark.length ? begun : rest.length;
      if (sure < 0) return;
      output.stdout.add(rest.slice(0, sure));
      rest = rest.slice(sure);
    };
    stdout?.setEncoding("utf8").on("data", take);
    stdout?.on("end", () => output.stdout.add(rest));
    // It may have ended.
    stdin?.on("error", () => {});
    // It runs what it was started for.
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
