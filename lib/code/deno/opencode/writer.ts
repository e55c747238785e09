import { lstat, mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { canRoot } from "@/lib/ground/processes/confine-to-root";
import { type Death, isDied } from "@/lib/ground/processes/confined";
import { Folder } from "../folder";
import { ModelEndpoint } from "./endpoint";
import { SOURCE_NAME } from "./guard";
import { VERSION } from "./installed";
import { OpenCode, type ToolState } from "./process";
import type { ChatRequest, OpenCodeAnswer } from "./wire";

/** Characters of all files of a program together. They are the code of one call. */
export const MAX_SOURCES = 200_000;
/** Bytes of one file. A larger file exceeds MAX_SOURCES in any encoding. */
const MAX_BYTES = 4 * MAX_SOURCES;
/** OpenCode is stopped after this many milliseconds in which it neither calls its model nor ends. */
const QUIET_MS = 120_000;
const LOOK_MS = 1_000;

/** OpenCode failed; the message is for users. `isStart` means that it never started. */
export class WriterFailed extends Error {
  override readonly name = "WriterFailed";
  readonly isStart: boolean;
  constructor(message: string, { isStart = false, cause }: { isStart?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isStart = isStart;
  }
}

type Begin = {
  binary: string;
  files: readonly { hash: string; name: string }[];
  sources: Readonly<Record<string, string>>;
  contextWindow: number | null;
  packages: boolean;
  answer(request: ChatRequest, answer: OpenCodeAnswer): Promise<void>;
  signal: AbortSignal;
};

export type WrittenProgram =
  | { entry: string; code: string; modules: Record<string, string> }
  | { problem: string };

/** OpenCode working on one job, with its folder and its model endpoint. `close` ends all three. */
export class OpenCodeWriter {
  readonly workFolder: string;
  private readonly folder: Folder;
  private readonly endpoint: ModelEndpoint;
  private readonly opencode: OpenCode;
  private readonly over = new AbortController();
  private answers = 0;
  private lastActivityAt = performance.now();

  static async begin(begin: Begin): Promise<OpenCodeWriter> {
    const { binary, files, sources, contextWindow, packages, answer, signal } = begin;
    const folder = new Folder();
    let endpoint: ModelEndpoint | undefined;
    let writer: OpenCodeWriter | undefined;
    try {
      await folder.fill({ sources: {}, files });
      for (const [name, text] of Object.entries(sources)) await put(folder, name, text);
      endpoint = await ModelEndpoint.open({
        answer: (request, to) => (writer ? writer.answering(() => answer(request, to)) : Promise.reject()),
        onMisuse: (why) => writer?.fail(`OpenCode kept sending forbidden requests: ${why}`),
      });
      const opencode = new OpenCode({ binary, folder, endpoint, contextWindow, packages });
      writer = new OpenCodeWriter(folder, endpoint, opencode);
      await writer.start(signal);
      return writer;
    } catch (error) {
      if (writer) await writer.close();
      else {
        endpoint?.close();
        await folder.remove();
      }
      signal.throwIfAborted();
      if (error instanceof WriterFailed) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new WriterFailed(`OpenCode cannot start here: ${why}`, { isStart: true, cause: error });
    }
  }

  private constructor(folder: Folder, endpoint: ModelEndpoint, opencode: OpenCode) {
    this.folder = folder;
    this.endpoint = endpoint;
    this.opencode = opencode;
    this.workFolder = canRoot() ? "/program" : folder.work;
  }

  /**
   * Sends a message and waits until OpenCode has finished. Throws WriterFailed if it fails, ends or hangs.
   */
  async tell(text: string, signal: AbortSignal): Promise<void> {
    this.lastActivityAt = performance.now();
    const look = setInterval(() => {
      if (this.answers === 0 && performance.now() - this.lastActivityAt > QUIET_MS)
        this.fail(`OpenCode was idle for ${QUIET_MS / 60_000} minutes and was stopped.`);
    }, LOOK_MS);
    const both = AbortSignal.any([signal, this.over.signal]);
    try {
      const problem = await this.opencode.tell(text, both);
      if (problem) throw new WriterFailed(`OpenCode gave up: ${problem}`);
    } catch (error) {
      signal.throwIfAborted();
      this.over.signal.throwIfAborted();
      if (error instanceof WriterFailed) throw error;
      // The process reports its exit a little later than the request fails, so wait for it briefly.
      const died = await Promise.race([this.opencode.gone, late()]);
      throw new WriterFailed(isDied(died) ? describeDeath(died.how) : "OpenCode did not respond.", {
        cause: error,
      });
    } finally {
      clearInterval(look);
    }
  }

  calls = (signal: AbortSignal): Promise<Map<string, ToolState>> => this.opencode.calls(signal);

  read = (name: string): Promise<string | null> => readText(join(this.folder.work, name));

  async written(): Promise<WrittenProgram> {
    const files: [name: string, text: string][] = [];
    let size = 0;
    for (const { path, name, size: bytes } of await this.folder.left()) {
      if (!SOURCE_NAME.test(name)) continue;
      const text = await readText(path);
      if (text === null && bytes <= MAX_BYTES) continue;
      size += text?.length ?? bytes;
      if (size > MAX_SOURCES)
        return {
          problem: `The files have more than ${MAX_SOURCES} characters in total. Write less code, and no data.`,
        };
      files.push([name, text ?? ""]);
    }
    const entry = entryOf(files.map(([name]) => name));
    if (!entry) return { problem: files.length === 0 ? NOTHING : NO_ENTRY };
    const { [entry]: code = "", ...modules } = Object.fromEntries(files);
    return { entry, code, modules };
  }

  /** Ends the process, and resolves after its files are deleted. */
  async close(): Promise<void> {
    this.endpoint.close();
    this.over.abort(new WriterFailed("OpenCode was stopped."));
    await this.opencode.end();
    await this.folder.remove();
  }

  private async start(signal: AbortSignal): Promise<void> {
    const stop = () => this.opencode.kill();
    signal.addEventListener("abort", stop, { once: true });
    try {
      await this.opencode.ready;
      const version = await this.opencode.version(signal);
      if (version !== VERSION)
        throw new Error(`its version is ${version}, but ${VERSION} is required. Run \`npm run opencode\`.`);
      this.opencode.watch().catch((error) => {
        const message = isDied(error) ? describeDeath(error.how) : "OpenCode was stopped.";
        this.over.abort(new WriterFailed(message, { cause: error }));
      });
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  private async answering(answer: () => Promise<void>): Promise<void> {
    this.answers += 1;
    try {
      await answer();
    } catch (error) {
      this.over.abort(error);
      throw error;
    } finally {
      this.answers -= 1;
      this.lastActivityAt = performance.now();
    }
  }

  private fail(message: string): void {
    this.over.abort(new WriterFailed(message));
    this.opencode.kill();
  }
}

const GRACE_MS = 500;
const late = () => new Promise<null>((resolve) => setTimeout(resolve, GRACE_MS, null));

const DEATH_MESSAGES: Partial<Record<Death, string>> = {
  memory: "OpenCode used more than 1,500 MB of memory and was stopped.",
  temporary: "OpenCode wrote more than 200 MB or 5,000 files and was stopped.",
  flood: "OpenCode wrote too much to its log and was stopped.",
  garbage: "OpenCode wrote too much to its log and was stopped.",
};
const describeDeath = (how: Death): string => DEATH_MESSAGES[how] ?? "OpenCode exited unexpectedly.";

const NOTHING = "Nothing is written yet. Write main.ts.";
const NO_ENTRY = "It is unclear which file to run. Name it main.ts.";

const MODULE = /\.(ts|js|mjs)$/;

function entryOf(names: readonly string[]): string | undefined {
  const modules = names.filter((name) => MODULE.test(name));
  return (
    ["main.ts", "main.js"].find((name) => names.includes(name)) ??
    (modules.length === 1 ? modules[0] : undefined)
  );
}

async function put({ work }: Folder, name: string, text: string): Promise<void> {
  if (!SOURCE_NAME.test(name)) return;
  await mkdir(dirname(join(work, name)), { recursive: true });
  await writeFile(join(work, name), text);
}

/**
 * Returns null for a file that is missing, not text or too large. Rejects links, which could lead out of the
 * folder.
 */
async function readText(path: string): Promise<string | null> {
  try {
    const found = await lstat(path);
    if (!found.isFile() || found.size > MAX_BYTES || (await realpath(path)) !== path) return null;
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
  } catch {
    return null;
  }
}
