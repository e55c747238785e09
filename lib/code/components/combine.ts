import { build } from "@/lib/code/compile/esbuild";
import { asOneModule } from "@/lib/code/compile/index";
import { AppError } from "@/lib/shared/errors";

/**
 * Returns one module of an entry and of the components that it imports by the names of the map. Modules of the runtime stay
 * imports. `css` has the stylesheets that the components wrote.
 */
export async function combineComponents(
  entry: string,
  sources: ReadonlyMap<string, string>,
): Promise<{ code: string; css: string }> {
  const modules = new Map<string, { js: string; css: string }>();
  for (const [name, source] of sources) modules.set(name, await asOneModule(source));
  const { outputFiles } = await build({
    stdin: { contents: entry, loader: "tsx" },
    ...{ bundle: true, format: "esm", platform: "browser", target: "es2023", write: false },
    ...{ legalComments: "none", logLevel: "silent", jsx: "automatic" },
    plugins: [
      {
        name: "components",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ path, kind }) => {
            if (kind === "entry-point") return null;
            return modules.has(path) ? { path, namespace: "component" } : { path, external: true };
          });
          onLoad({ filter: /./, namespace: "component" }, ({ path }) => ({
            contents: modules.get(path)?.js ?? "",
            loader: "jsx",
          }));
        },
      },
    ],
  });
  const code = outputFiles?.[0]?.text;
  if (code === undefined) throw new AppError("invalid", "The components of the board could not be combined.");
  return { code, css: [...modules.values()].map(({ css }) => css).join("\n") };
}
