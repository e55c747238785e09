import { availableParallelism } from "node:os";
import { type Fetch, fetchArgs, fetching, guardFetch, isNetworkFailure } from "@/lib/code/isolate/fetch";
import { rateLimited } from "@/lib/code/isolate/pace";
import type { ExitReason } from "@/lib/code/traces/category";
import { singleton } from "@/lib/ground/base/process";
import { type Death, isDied } from "@/lib/ground/processes/confined";
import { ProcessPool } from "@/lib/ground/processes/pool";
import type { Caller } from "@/lib/platform/egress/caller";
import { AppError, isAppError } from "@/lib/shared/errors";
import { explainIssues } from "@/lib/shared/issues";
import { type Act, ApprovalRequired, type Guard, toAct } from "@/lib/shared/tools/external-effects";
import { Deno, type DenoJob, DISK_MB, denoPath, MAIN, MEMORY_MB } from "./deno";
import { Folder, type OutputFile, removeStaleFolders } from "./folder";
import { openPackages, packagesIn, type Registries } from "./packages";

const MAX_CALLS = 200;
/**
 * Maximum milliseconds to wait for a free process, because earlier programs may run until their time limits.
 */
const MAX_WAIT_MS = 60_000;

export type DenoProgram = {
  /** Modules by name, all in one folder. `entry` names the module to run. */
  sources: Readonly<Record<string, string>>;
  entry: string;
  files?: readonly { hash: string; name: string }[];
  /** Binary files at their paths in the folder. */
  assets?: readonly { hash: string; path: string }[];
  /** Arguments of the program. */
  args?: readonly string[];
  timeoutMs: number;
  signal: AbortSignal;
  caller: Caller;
  onRead?: (url: string) => void;
  /**
   * Which requests the program may send without approval. Any other act outside its folder ends the program
   * with `ApprovalRequired`.
   */
  guard?: Guard;
  mayReach?: (tool: string) => void;
  fetch?: Fetch;
  packages?: Registries;
};

type ProgramResult = {
  /** At most the first 200,000 characters. */
  stdout: string;
  stderr: string;
  isCut: boolean;
  /** Exit code of the program; null if it was killed. */
  exitCode: number | null;
  durationMs: number;
  /** Why the program failed, as a message for the model; `reason` is its category, if known. */
  error: string | null;
  reason?: ExitReason;
};

/**
 * Runs a program in Deno in a temporary folder, and calls `use` with the files left there before deleting the
 * folder. A failing program is a result. Throws an AppError if the program could not be started.
 */
export async function runProgram<T>(
  program: DenoProgram,
  use: (left: readonly OutputFile[], ran: ProgramResult) => Promise<T>,
): Promise<T> {
  const deno = denoPath();
  if (!deno) throw new AppError("unavailable", DENO_MISSING);
  const folder = new Folder();
  try {
    await folder.fill(program);
    const { entry, timeoutMs, args } = program;
    const ran = await run({ deno, folder, entry, timeoutMs, args }, program);
    return await use(await folder.left(), ran);
  } finally {
    await folder.remove();
  }
}

export const DENO_MISSING =
  "Deno is not installed here. In Easel's folder run `npm install --include=optional` (installs deno 2.9.6 on Linux with glibc, macOS and Windows), then restart Easel.";

const pool = () =>
  singleton(
    "code",
    () => {
      removeStaleFolders();
      return new ProcessPool<Deno, DenoJob>({
        name: "The program runner",
        max: () => Math.max(2, Math.floor(availableParallelism() / 2)),
        maxWaitMs: MAX_WAIT_MS,
        start: (job) => new Deno(job),
        pick: (free, job) => free.find((one) => one.job === job),
      });
    },
    (all) => all.close(),
  );

async function run(wanted: DenoJob, program: DenoProgram): Promise<ProgramResult> {
  const { caller, onRead, guard, mayReach, fetch, sources, packages } = program;
  const approvalAbort = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([program.signal, approvalAbort.signal]);
  const hold = (act: Act, covers?: string) => {
    approvalAbort.abort(new ApprovalRequired([act], covers));
    approvalAbort.signal.throwIfAborted();
  };
  const asking = { caller, signal: over.signal, onRead, fetch };
  const guardRequest = guard && guardFetch(guard, hold);
  const before: Parameters<typeof fetching>[0]["before"] = async (...asked) => {
    mayReach?.("fetch_url");
    await guardRequest?.(...asked);
  };
  const ask = fetching({ ...asking, before });
  const { call } = rateLimited((args: unknown) => ask(checked(args)), over.signal);
  if (packages) mayReach?.("fetch_url");
  const importing = () => hold(toAct("Import packages", packagesIn(Object.values(sources)).join("\n")));
  const way =
    packages &&
    (await openPackages({ registries: packages, caller, onRead, ...(guard && { before: importing }) }));
  const job = { ...wanted, packages: way };
  try {
    return await pool().run(
      job,
      async (deno) => {
        const began = performance.now();
        const answer = answering(deno, call);
        const died = await deno.work(answer).catch((error: unknown) => {
          if (!isDied(error)) throw error;
          return error.how;
        });
        signal.throwIfAborted();
        return ended(died, deno, Math.round(performance.now() - began));
      },
      { signal },
    );
  } catch (error) {
    throw isDied(error)
      ? new AppError("unavailable", `Deno cannot start here (${error.message}). Tell the user.`, {
          cause: error,
        })
      : error;
  } finally {
    over.abort();
    way?.close();
  }
}

function answering(deno: Deno, call: (args: unknown) => Promise<unknown>) {
  let open = 0;
  const answer = async (id: number, args: unknown) => {
    try {
      deno.send({ id, answer: await call(args) });
    } catch (error) {
      deno.send({ id, error: errorMessage(error), isNetwork: isNetworkFailure(error) });
    }
    open--;
  };
  return ({ id, args }: { id: number; args: unknown }): void => {
    if (++open > MAX_CALLS) deno.kill("garbage");
    else void answer(id, args);
  };
}

function checked(args: unknown) {
  const parsed = fetchArgs.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid", `fetch has invalid arguments. ${explainIssues(parsed.error)}`);
}

const errorMessage = (error: unknown): string =>
  isAppError(error) ? error.message : "The request failed with an internal error of Easel.";

const LIMIT_MESSAGES: Partial<Record<Death, string>> = {
  memory: `took more than ${MEMORY_MB} MB of memory. Process the data in parts.`,
  temporary: `wrote more than ${DISK_MB} MB, or more than 5,000 files. Keep only what is needed.`,
  flood: "wrote more than 1 MB to stderr. Log less.",
  garbage: "had more than 200 calls of fetch open at once. Await them in groups.",
};

function ended(
  how: Death,
  { job, output: { stdout, stderr, exit } }: Deno,
  durationMs: number,
): ProgramResult {
  const { folder, timeoutMs, packages } = job;
  const common = {
    stdout: folder.unnamed(stdout.text),
    stderr: withoutMain(folder.unnamed(stderr.text)),
    isCut: stdout.isCut || stderr.isCut,
    durationMs,
  };
  const killed = (reason: ExitReason, message: string): ProgramResult => ({
    ...common,
    ...{ exitCode: null, reason, error: `The program ${message}` },
  });
  if (how === "time")
    return killed(
      "timeout",
      `did not finish within ${timeoutMs / 1_000} s and was stopped. Look for an endless loop, do less at a time, or pass a larger timeout_ms.`,
    );
  const into = LIMIT_MESSAGES[exit?.signal === "SIGXFSZ" ? "temporary" : how];
  if (into) return killed(how === "memory" ? "memory" : "runtime", into);
  const { code = null, signal = null } = exit ?? {};
  if (code === 0) return { ...common, exitCode: 0, error: null };
  if (code === null) return killed("runtime", `was terminated by ${signal ?? "the system"}.`);
  const line = folder.unnamed(lineIn(stderr.tail));
  const isImport = NO_IMPORT.test(line);
  const why = [line, isImport && (packages ? PACKAGES : NO_PACKAGES)].filter(Boolean).join(". ");
  return {
    ...common,
    exitCode: code,
    reason: isImport ? "import" : undefined,
    error: `The program ended with exit code ${code}${why && `: ${why}`}`,
  };
}

const NO_IMPORT =
  /specifiers? (were|was) requested|not a dependency|Requires import access|not prefixed with/;
const PACKAGES = "It may import node:*, its own files, npm: and jsr:; load data by fetch";
const NO_PACKAGES =
  "It may import node:* and its own files; npm: and jsr: only if the user has enabled packages in Tools → Code. Load data by fetch";

/** Removes stack lines of our main module, which the program's author does not know. */
const withoutMain = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !line.includes(MAIN))
    .join("\n");

function lineIn(tail: string): string {
  const line = tail.split("\n").findLast((one) => /^(error: |(Uncaught )?(\w*Error|NotCapable)\b)/.test(one));
  return (line ?? "").replace(/^error: (Uncaught )?(\(in promise\) )?/, "").slice(0, 500);
}
