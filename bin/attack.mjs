// `npm run attack [-- stories]`: tries all attacks, or only the injection stories and the honest tasks.
import { spawnSync } from "node:child_process";

const STORIES = [["vitest", "run", "--maxWorkers=2", "e2e/attack/stories", "e2e/attack/honest"]];
const ALL = [
  ["node", "bin/build.mjs"],
  [
    "vitest",
    "run",
    "--maxWorkers=2",
    "e2e/attack",
    "lib/tools/mcp/misbehaving",
    "lib/agent/surfaces/live-share",
    "app/api/hostile-values",
    "app/member-isolation",
    "app/api/login",
    "app/api/me/",
    "app/api/members",
    "app/api/sign-in",
    "app/sign-in",
    "app/p/",
    "e2e/wire/pieces",
    "e2e/wire/chat-readers",
    "lib/data/documents/pushdown",
    "lib/data/sqlite/moments",
    "lib/data/sqlite/property",
  ],
  ["playwright", "test", "--config=e2e", "--project=attack"],
  ["playwright", "test", "--config=e2e", "--project=awake", "--no-deps"],
];
const PARTS = { all: ALL, stories: STORIES };

const [part = "all"] = process.argv.slice(2);
if (!Object.hasOwn(PARTS, part)) {
  console.error(`There is no part ${part}. There are: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}
for (const [command, ...args] of PARTS[part]) {
  const { status, error } = spawnSync(command, args, {
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ATTACK: "all" },
  });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}
