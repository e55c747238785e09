// `npm run opencode`: installs OpenCode, which writes programs for the agent. No other install includes it,
// because it is large (58 MB to download, 177 MB on disk) and nothing else needs it. The version is pinned.
// For x64 Linux the lockfile has its hash, too.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./install.mjs";

const VERSION = "1.18.33";
const PACKAGES = {
  "linux-x64": "opencode-linux-x64",
  "linux-arm64": "opencode-linux-arm64",
  "darwin-x64": "opencode-darwin-x64",
  "darwin-arm64": "opencode-darwin-arm64",
};

const platform = `${process.platform}-${process.arch}`;
const name = PACKAGES[platform];
if (!name) {
  console.error(`OpenCode is not available for ${platform}. The agent writes programs without it.`);
  process.exit(1);
}
const how =
  platform === "linux-x64"
    ? ["ci"]
    : ["install", "--force", "--no-save", "--no-package-lock", `${name}@${VERSION}`];
console.log(`Installing OpenCode ${VERSION} (58 MB download)`);
const { status } = spawnSync("npm", [...how, "--ignore-scripts", "--no-audit", "--no-fund"], {
  cwd: join(ROOT, "bin", "opencode"),
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);
console.log("OpenCode is installed. The agent’s next program will be written with it.");
