import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** What reading one PDF may take. */
type Limits = { wallMs: number; memoryMb: number };

const LIMITS: Limits = { wallMs: 45_000, memoryMb: 700 };
/** And give. */
const MAX_PAGES = 5_000;
const MAX_CHARACTERS = 20_000_000;
const HEAP_MB = 400;

const said = z.discriminatedUnion("type", [
  z.object({ type: z.literal("pages"), pages: z.number() }),
  z.object({ type: z.literal("page"), text: z.string() }),
  z.object({ type: z.literal("end") }),
  z.object({ type: z.literal("failed"), why: z.enum(["password", "broken"]) }),
]);

/** `pages` holds as many as could be read; `count` is how many the file has. */
export type PdfText = { count: number; pages: string[] };
export class PdfUnread extends Error {}

/** The text of the pages of the PDF at `path`. Throws PdfUnread, with words for the person, where there is none. */
export function pdfText(path: string, { wallMs, memoryMb } = LIMITS): Promise<PdfText> {
  const { promise, resolve, reject } = Promise.withResolvers<PdfText>();
  const pages: string[] = [];
  let count = 0;
  const child = start(path, memoryMb);
  const fail = (words: string) => reject(new PdfUnread(words));
  const wall = setTimeout(() => {
    // What came in time is better than nothing.
    if (pages.some((page) => page.trim())) resolve({ count, pages });
    else fail(SLOW);
    child.kill("SIGKILL");
  }, wallMs);
  child.on("message", (message) => {
    const heard = said.safeParse(message).data;
    if (heard?.type === "pages") count = heard.pages;
    if (heard?.type === "page") pages.push(heard.text);
    if (heard?.type === "end") resolve({ count, pages });
    if (heard?.type === "failed") fail(heard.why === "password" ? LOCKED : BROKEN);
  });
  child.on("error", reject);
  child.on("exit", () => {
    clearTimeout(wall);
    fail(HEAVY);
  });
  return promise;
}

const SLOW = "the PDF takes too long to be read: print it to a new PDF, or send the pages that matter";
const LOCKED = "the PDF is locked with a password: save a copy without one";
const BROKEN = "the PDF is damaged: open it, and save or print it anew";
const HEAVY =
  "the PDF needs too much memory to be read: print it to a new PDF, or send the pages that matter";

/** With an empty environment, and no permission but to read this one file. */
function start(path: string, memoryMb: number) {
  const root = process.env.EASEL_ROOT ?? process.cwd();
  const sources = join(root, "lib", "files", "process");
  const modules = join(root, "node_modules");
  const readable = [sources, modules, realpathSync(modules), path, realpathSync(path)];
  const args = [
    `--max-old-space-size=${HEAP_MB}`,
    "--permission",
    "--allow-worker",
    ...readable.map((each) => `--allow-fs-read=${each}`),
    join(sources, "main.mjs"),
    path,
    String(MAX_PAGES),
    String(MAX_CHARACTERS),
    String(memoryMb),
  ];
  const { execPath } = process;
  // Not node's `fork`: the bundler would look for the file.
  return spawn(execPath, args, {
    env: Object.create(null),
    cwd: sources,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}
