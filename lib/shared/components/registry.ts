import { z } from "zod";
import { slugOf } from "./slug";

/** Schema of a shadcn registry item (https://ui.shadcn.com/docs/registry/registry-item-json). */
const file = z.object({
  path: z.string().min(1).max(300),
  content: z.string().max(400_000).optional(),
  type: z.string().regex(/^registry:/),
  target: z.string().max(300).optional(),
});
export type RegistryFile = z.infer<typeof file>;

const css: z.ZodType<CssRules> = z.lazy(() => z.record(z.string(), z.union([z.string(), css])));
export type CssRules = { [selector: string]: string | CssRules };

const variables = z.record(z.string(), z.string());
const names = z.array(z.string().min(1).max(500)).max(100);

export const registryItem = z.object({
  $schema: z.string().optional(),
  name: z.string().min(1).max(200),
  type: z.string().regex(/^registry:/),
  title: z.string().max(500).optional(),
  description: z.string().max(10_000).optional(),
  docs: z.string().max(20_000).optional(),
  dependencies: names.optional(),
  devDependencies: names.optional(),
  registryDependencies: names.optional(),
  files: z.array(file).max(60).optional(),
  cssVars: z.object({ theme: variables, light: variables, dark: variables }).partial().optional(),
  css: css.optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
});
export type RegistryItem = z.infer<typeof registryItem>;

export const ITEM_SCHEMA = "https://ui.shadcn.com/schema/registry-item.json";
export const REGISTRY_SCHEMA = "https://ui.shadcn.com/schema/registry.json";

/** Folders of an item that Easel wrote: its own primitives, and the replacement of its runtime. */
export const TAKEN = {
  components: "components/easel",
  ui: "components/ui/easel",
  easel: "lib/easel",
  hooks: "hooks/easel",
};

/** Names of registry items: lower case, with dashes. Names that differ only otherwise get a number. */
export function registryNames(components: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of components.toSorted()) {
    const base = slugOf(name);
    let free = base;
    for (let number = 2; found.has(free); number++) free = `${base}-${number}`;
    found.set(free, name);
  }
  return found;
}

export const registryAddress = z.strictObject({ address: z.url({ protocol: /^https?$/ }).max(2_000) });
