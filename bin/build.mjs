import { join } from "node:path";
import { openBuild } from "./server/builds.ts";
import { say } from "./server/progress.ts";

try {
  const { distDir, release } = await openBuild(join(import.meta.dirname, ".."), { log: say });
  release();
  console.log(`The build is in ${distDir}`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
