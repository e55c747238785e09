import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { env } from "@/lib/ground/base/env";
import { modulesFolder } from "@/lib/ground/processes/program";

/** The supported version. OpenCode's HTTP API changes between versions. */
export const VERSION = "1.18.33";

const PLATFORMS = new Set(["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]);

export const MISSING_OPENCODE = `OpenCode is not installed, so the agent writes programs by itself. To have OpenCode write them, run \`npm run opencode\` in Easel's folder (installs opencode-ai ${VERSION} for Linux and macOS, a 58 MB download).`;

export function openCodePath(): string | null {
  const named = env().EASEL_OPENCODE;
  if (named) return existsSync(named) ? named : null;
  const platform = `${process.platform}-${process.arch}`;
  if (!PLATFORMS.has(platform)) return null;
  const packages = join(dirname(modulesFolder()), "bin", "opencode", "node_modules");
  const path = join(packages, `opencode-${platform}`, "bin", "opencode");
  return existsSync(path) ? path : null;
}
