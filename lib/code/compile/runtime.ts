import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "../../../bin/server/runtime.ts";
import { owned } from "../../ground/base/process.ts";
import { AppError } from "../../shared/errors.ts";

/** The runtime that this process serves and compiles for. Whoever starts the process has built it. */
export function runtime(): Manifest {
  return owned("runtime", () => JSON.parse(readFileSync(join(runtimeFolder(), "manifest.json"), "utf8")));
}

export function runtimeFolder(): string {
  const folder = process.env.EASEL_RUNTIME_DIR;
  if (folder) return folder;
  throw new AppError(
    "internal",
    "There is no runtime for components: start Easel by `npm start` or `npm run dev`.",
  );
}

/** Names the runtime that bundles are compiled for; what was compiled for another one is compiled again. */
export const runtimeVersion = (): string => runtime().version;
