import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compile, dynamicClasses, usesOf, withoutTypes } from "@/lib/code/compile/index";
import { storedComponentOf } from "@/lib/code/components/read";
import type { ComponentContent } from "@/lib/shared/components/contract";
import {
  ITEM_SCHEMA,
  REGISTRY_SCHEMA,
  type RegistryFile,
  type RegistryItem,
  registryNames,
  TAKEN,
} from "@/lib/shared/components/registry";
import { slugOf } from "@/lib/shared/components/slug";
import { AppError } from "@/lib/shared/errors";
import { listComponents } from "@/lib/store/agents/components";
import { docsOf } from "./docs";
import { packagesOf } from "./packages";
import { isSameInShadcn, primitiveFiles, primitiveOf } from "./primitives";
import { specifiersOf } from "./rewrite";
import { isInternal, writtenSources } from "./sources";
import { isStrict } from "./strict";
import { themeOf } from "./theme";

type Taken = Pick<ComponentContent, "code" | "description" | "props_schema"> & { name: string };

/** Returns a component of the agent as a shadcn registry item. `name` is its name, or that of the item. */
export async function registryItem(agentId: string, name: string): Promise<RegistryItem> {
  const components = await listComponents(agentId);
  const names = registryNames(components.map((each) => each.name));
  const found = names.get(name) ?? components.find((each) => each.name === name)?.name;
  if (found === undefined) throw new AppError("not_found", `There is no component "${name}".`);
  const slug = [...names].find(([, each]) => each === found)?.[0] ?? slugOf(found);
  return itemOf(await storedComponentOf(agentId, found), slug);
}

/** Returns the index of the agent's registry. */
export async function registryIndex(agentId: string, homepage: string) {
  const components = await listComponents(agentId);
  const names = registryNames(components.map(({ name }) => name));
  const items = [...names].map(([slug, name]) => {
    const description = components.find((each) => each.name === name)?.description;
    return { name: slug, type: "registry:component", title: name, description };
  });
  return { $schema: REGISTRY_SCHEMA, name: "easel", homepage, items };
}

export async function itemOf(component: Taken, slug = slugOf(component.name)): Promise<RegistryItem> {
  const { name, code, description, props_schema } = component;
  const compiled = await compile(code);
  if (!compiled.ok)
    throw new AppError("invalid", `The component does not compile: ${compiled.error.message}`);
  const isOwn = (primitive: string) => !isSameInShadcn(primitive, [code]);
  const { files: written, imports } = await writtenSources(slug, code, isOwn);
  const unknown = [...imports].find(isInternal);
  if (unknown) throw new AppError("invalid", `The component imports "${unknown}", which only Easel has.`);
  const primitives = [...imports].flatMap((module) => primitiveOf(module) ?? []);
  const shared = primitives.filter((primitive) => !isOwn(primitive)).sort();
  const more = [
    ...primitiveFiles(primitives.filter(isOwn)),
    ...hookFiles(imports),
    ...(imports.has("easel") ? [easelFile()] : []),
  ];
  const files = withClasses(await typed(written, more, shared), compiled.bundle);
  const all = [...files, ...more];
  const specifiers = all.flatMap(({ path, content = "" }) => specifiersOf(content, path));
  const { dependencies, devDependencies } = packagesOf(specifiers);
  return {
    $schema: ITEM_SCHEMA,
    name: slug,
    type: "registry:component",
    title: name,
    description,
    dependencies,
    ...(devDependencies.length > 0 && { devDependencies }),
    ...(shared.length > 0 && { registryDependencies: shared }),
    files: all,
    ...themeOf(all.map(({ content = "" }) => content)),
    docs: docsOf({ slug, imports, ...(await usesOf(compiled.bundle.js)), sources: files }),
    ...(props_schema && { meta: { props_schema } }),
  };
}

/**
 * Removes the types of a component that TypeScript rejects. Easel does not check them, and an error would stop
 * the build of the app.
 */
async function typed(
  files: RegistryFile[],
  more: readonly RegistryFile[],
  shared: readonly string[],
): Promise<RegistryFile[]> {
  const standIns = shared.map((name) => ({
    path: `components/ui/${name}.tsx`,
    type: "registry:ui",
    content: `export * from "./easel/${name}";\n`,
  }));
  if (await isStrict([...files, ...more, ...primitiveFiles(shared), ...standIns])) return files;
  return Promise.all(
    files.map(async (file) =>
      /\.tsx?$/.test(file.path)
        ? {
            ...file,
            path: file.path.replace(/\.tsx?$/, ".jsx"),
            content: await withoutTypes(file.content ?? ""),
          }
        : file,
    ),
  );
}

/** Names classes that the code builds at run time, so that the app's Tailwind finds them. */
function withClasses([main, ...others]: RegistryFile[], { js, css }: { js: string; css: string }) {
  const built = dynamicClasses(js).filter((name) => css.includes(`.${name.replace(/[^\w-]/g, "\\$&")}`));
  if (!main || built.length === 0) return main ? [main, ...others] : others;
  const content = `${main.content}/* Classes that the code builds: ${built.join(" ")} */\n`;
  return [{ ...main, content }, ...others];
}

const read = (path: string) => readFileSync(join(process.env.EASEL_ROOT ?? process.cwd(), path), "utf8");
const withoutHints = (text: string) => text.replaceAll(/\n[ \t]*\/\/ biome-ignore [^\n]*/g, "");

const easelFile = (): RegistryFile => ({
  path: `${TAKEN.easel}.tsx`,
  type: "registry:lib",
  content: withoutHints(read("components/draw/runtime/elsewhere/easel.tsx")),
});

const HOOKS: Record<string, string> = {
  "@/hooks/use-mobile": "components/ui/use-mobile.ts",
  "@/hooks/use-copy-to-clipboard": "components/draw/runtime/stand-ins/use-copy-to-clipboard.ts",
  "@/hooks/use-media-query": "components/draw/runtime/stand-ins/use-media-query.ts",
};

const hookFiles = (imports: ReadonlySet<string>): RegistryFile[] =>
  Object.entries(HOOKS)
    .filter(([module]) => imports.has(module))
    .map(([module, path]) => ({
      path: `${TAKEN.hooks}/${module.slice("@/hooks/".length)}.ts`,
      type: "registry:hook",
      content: read(path),
    }));
