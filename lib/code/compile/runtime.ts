import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "../../../bin/server/runtime.ts";
import { singleton } from "../../ground/base/process.ts";
import { AppError } from "../../shared/errors.ts";

/** Returns the manifest of the frame runtime, which is built before the server starts. */
export function runtime(): Manifest {
  return singleton("runtime", () => JSON.parse(readFileSync(join(runtimeFolder(), "manifest.json"), "utf8")));
}

export function runtimeFolder(): string {
  const folder = process.env.EASEL_RUNTIME_DIR;
  if (folder) return folder;
  throw new AppError(
    "internal",
    "The component runtime is missing: start Easel with `npm start` or `npm run dev`.",
  );
}

/** Identifies the build of the runtime. A bundle that was compiled for another version is compiled again. */
export const runtimeVersion = (): string => runtime().version;
