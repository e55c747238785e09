import { constants, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { copyFile, lstat, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { safeFileName } from "@/lib/data/files/name";
import { blobPathOf } from "@/lib/ground/blobs/blobs";

/** The name contains the id of the process that owns the folder. */
const NAME = /^easel-code-(\d+)-\w+$/;
const MAX_ENTRIES = 5_000;

type FolderContents = {
  sources: Readonly<Record<string, string>>;
  files?: readonly { hash: string; name: string }[];
  assets?: readonly { hash: string; path: string }[];
};

export type OutputFile = { path: string; name: string; size: number };

/** The temporary folder of one program. The program may access only `work`; Deno's cache is next to it. */
export class Folder {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), `easel-code-${process.pid}-`)));
  readonly work = join(this.root, "program");
  private readonly inputTimes = new Map<string, number>();

  async fill({ sources, files = [], assets = [] }: FolderContents): Promise<void> {
    await mkdir(this.work);
    for (const [name, text] of Object.entries(sources)) {
      await mkdir(dirname(join(this.work, name)), { recursive: true });
      await writeFile(join(this.work, name), text);
    }
    for (const { hash, path } of assets) {
      await mkdir(dirname(join(this.work, path)), { recursive: true });
      await copyFile(blobPathOf(hash), join(this.work, path), constants.COPYFILE_FICLONE);
    }
    for (const { hash, name } of files)
      await copyFile(
        blobPathOf(hash),
        join(this.work, freeName(this.work, name)),
        constants.COPYFILE_FICLONE,
      );
    for (const { path, changed } of (await entries(this.work)).files) this.inputTimes.set(path, changed);
  }

  async size(): Promise<number> {
    const { files, isWhole } = await entries(this.root);
    return isWhole ? files.reduce((sum, { size }) => sum + size, 0) : Number.POSITIVE_INFINITY;
  }

  /**
   * Returns the files in `work` that the program created or changed, sorted by name. Skips links and special
   * files.
   */
  async left(): Promise<OutputFile[]> {
    const { files } = await entries(this.work);
    return files
      .filter(({ path, changed }) => this.inputTimes.get(path) !== changed)
      .map(({ path, size }) => ({ path, size, name: relative(this.work, path) }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  unnamed = (text: string): string =>
    [this.work, this.root]
      .map((path) => `${pathToFileURL(path).href}/`)
      .reduce((rest, name) => rest.replaceAll(name, ""), text);

  remove = (): Promise<void> => rm(this.root, { recursive: true, force: true, maxRetries: 3 });
}

export function removeStaleFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = NAME.exec(name) ?? [];
    if (!pid || isAlive(Number(pid))) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Ignore the error: the folder belongs to another user.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** Numbers files with the same name: "data.csv", then "2-data.csv". */
function freeName(folder: string, name: string): string {
  const safe = safeFileName(name);
  for (let n = 1; ; n++) {
    const one = n === 1 ? safe : `${n}-${safe}`;
    if (!existsSync(join(folder, one))) return one;
  }
}

type Entry = { path: string; size: number; changed: number };

async function entries(root: string): Promise<{ files: Entry[]; isWhole: boolean }> {
  const files: Entry[] = [];
  const folders = [root];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    // The running program may delete entries during the scan.
    for (const found of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (++seen > MAX_ENTRIES) return { files, isWhole: false };
      const path = join(folder, found.name);
      if (found.isDirectory()) folders.push(path);
      if (!found.isFile()) continue;
      const stat = await lstat(path).catch(() => null);
      if (stat) files.push({ path, size: stat.size, changed: stat.ctimeMs });
    }
  }
  return { files, isWhole: true };
}
