import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

export type Icons = { names: Record<string, string>; data: Record<string, object> };

const EXPORT = /export \{([^}]*)\} from '\.\/icons\/([^']+)'/g;

/**
 * Reads the drawing data of Lucide's icons. The compiler inlines the icons that a component uses, because the
 * whole package has half a megabyte.
 */
export async function readIcons(root: string): Promise<Icons> {
  const load = createRequire(join(root, "package.json"));
  const { module = "" }: { module?: string } = load("lucide-react/package.json");
  const main = join(dirname(load.resolve("lucide-react/package.json")), module);
  const icons: Icons = { names: {}, data: {} };
  for (const [, names = "", file = ""] of readFileSync(main, "utf8").matchAll(EXPORT)) {
    const path = pathToFileURL(join(dirname(main), "icons", file)).href;
    const { __iconData: data }: { __iconData?: object } = await import(path);
    if (!data) continue;
    icons.data[file] = data;
    for (const [, name = ""] of names.matchAll(/default as (\w+)/g)) icons.names[name] = file;
  }
  return icons;
}

/** The icons of `@tabler/icons` in one file, because the package has 12,000 files. `npm run icons` writes it. */
export const TABLER = "vendor/tabler-icons/icons.json.gz";

export function readTablerIcons(root: string): Record<string, object> {
  return JSON.parse(gunzipSync(readFileSync(join(root, TABLER))).toString());
}
