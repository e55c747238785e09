import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Icons } from "../../../bin/server/runtime-icons.ts";
import { singleton } from "../../ground/base/process.ts";
import { runtimeFolder } from "./runtime";

/** The small module that every frame loads to render inlined icons, instead of all of lucide-react. */
export const ICON_MODULE = "lucide-react/icon";

const icons = () =>
  singleton<Icons>("runtime-icons", () =>
    JSON.parse(readFileSync(join(runtimeFolder(), "icons.json"), "utf8")),
  );

/**
 * Returns statements that define the icons `[exported, local]` in the component's own code, so that its frame
 * does not load all of about 1,700 icons. Returns undefined if a name is not an icon.
 */
export function defineIcons(
  names: readonly (readonly [name: string, local: string])[],
  id: string,
): string | undefined {
  const { names: files, data } = icons();
  const drawn = names.map(([name, local]) => {
    const icon = Object.hasOwn(files, name) ? data[files[name] ?? ""] : undefined;
    return icon && `${local} = ${id}(${JSON.stringify(icon)})`;
  });
  if (names.length === 0 || drawn.includes(undefined)) return undefined;
  return `import { createLucideIcon as ${id} } from "${ICON_MODULE}"; const ${drawn.join(", ")};`;
}

/**
 * Frames do not have this module, because it has thousands of icons. The compiler inlines each imported icon.
 */
export const TABLER = "@tabler/icons-react";

const tabler = () =>
  singleton<Record<string, object>>("runtime-icons-tabler", () =>
    JSON.parse(readFileSync(join(runtimeFolder(), "tabler.json"), "utf8")),
  );

export const tablerNames = (): string[] => Object.keys(tabler());

/** Returns Tabler's icon of a brand, which earlier versions of Lucide had by this name. */
export function brandOf(name: string): string | undefined {
  const wanted = `IconBrand${name.replace(/^Lucide|Icon$/g, "")}`;
  return Object.hasOwn(tabler(), wanted) ? wanted : undefined;
}

export function defineTablerIcons(
  names: readonly (readonly [name: string, local: string])[],
  id: string,
): string {
  const others = names.filter(([name]) => !Object.hasOwn(tabler(), name));
  const drawn = names.flatMap(([name, local]) => {
    const style = name.endsWith("Filled") ? "filled" : "outline";
    const args = [style, name, name, tabler()[name]].map((each) => JSON.stringify(each));
    return others.some(([other]) => other === name) ? [] : [`${local} = ${id}(${args})`];
  });
  const imported = [["createReactComponent", id], ...others].map(([name, local]) => `${name} as ${local}`);
  const defined = drawn.length > 0 ? ` const ${drawn.join(", ")};` : "";
  return `import { ${imported.join(", ")} } from "${TABLER}";${defined} `;
}
