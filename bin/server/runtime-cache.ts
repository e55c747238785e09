import { openCached } from "./cache.ts";
import { buildRuntime } from "./runtime.ts";

/** Returns the folder of an up-to-date runtime, for tests and `next dev`. */
export const openRuntime = (root: string): Promise<string> =>
  openCached(root, {
    name: "runtime",
    sources: [
      "{components/ui,components/draw/{frame,live-queries,published,runtime},lib/shared/{apps,frame,i18n}}/**/*",
      "app/*.css",
      "bin/{messages-loader.mjs,server/runtime*.ts}",
      "vendor/tabler-icons/icons.json.gz",
      "package-lock.json",
    ],
    build: buildRuntime,
  });
