import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/javascript";
import { brandOf, TABLER } from "./icons";
import { clauseOf, type ImportedName } from "./import-clause";
import { isModule, usualName } from "./imports";
import { runtime } from "./runtime";

const typescript = parser.configure({ dialect: "jsx ts" });
const STYLES = /\.(?:css|scss|sass|less)$/;
const OWN_FILE = /^(?:[.~/]|@\/)/;
const PRIMITIVE = /^@\/components\/ui\//;
/** A primitive that the frame lacks draws its children. */
const CHILDREN = "return arguments[0]?.children ?? null;";

/**
 * Returns the source with imports of packages that the frame has, also from a network. Names of other packages become
 * functions that throw, so that a component fails only where it uses them; unknown primitives draw their children. Imports
 * of stylesheets that it does not have are left out. With `isPage`, relative imports are treated like other packages.
 * `missing` lists the packages. Line numbers stay the same.
 */
export function replaceMissingModules(
  source: string,
  { isPage = false } = {},
): { source: string; missing: string[] } {
  const missing: string[] = [];
  let replaced = source;
  const imports = typescript.parse(source).topNode.getChildren("ImportDeclaration");
  for (const node of imports.reverse()) {
    const text = node.getChild("String");
    if (!text) continue;
    const specifier = source.slice(text.from + 1, text.to - 1);
    const carried = packageAt(specifier);
    if (usualName(specifier) === LUCIDE) {
      replaced =
        replaced.slice(0, node.from) + withBrands(source.slice(node.from, node.to)) + replaced.slice(node.to);
      continue;
    }
    if (isModule(usualName(specifier))) continue;
    if (isModule(usualName(carried))) {
      replaced = `${replaced.slice(0, text.from)}${JSON.stringify(usualName(carried))}${replaced.slice(text.to)}`;
      continue;
    }
    const isStyles = STYLES.test(specifier);
    const isPrimitive = PRIMITIVE.test(specifier);
    if (!isStyles && !isPrimitive && !isPage && OWN_FILE.test(specifier)) continue;
    if (!isStyles) missing.push(carried);
    const body = isPrimitive
      ? CHILDREN
      : `throw new Error(${JSON.stringify(`${carried} is not available here.`)});`;
    const lines = source.slice(node.from, node.to).replace(/[^\n]/g, "");
    replaced = replaced.slice(0, node.from) + standIns(node, source, body) + lines + replaced.slice(node.to);
  }
  return { source: replaced, missing: missing.reverse() };
}

const LUCIDE = "lucide-react";

/** Takes the icons of brands, which Lucide no longer has, from Tabler. */
function withBrands(statement: string): string {
  const { names, isWhole } = clauseOf(statement);
  const isBrand = ([name]: ImportedName) =>
    !runtime().exports[LUCIDE]?.includes(name) && brandOf(name) !== undefined;
  const brands = names.filter(isBrand);
  if (isWhole || brands.length === 0) return statement;
  const others = names.filter((name) => !isBrand(name));
  const listed = (all: readonly ImportedName[]) =>
    all.map(([name, local]) => `${name} as ${local}`).join(", ");
  const drawn = brands.map(([name, local]): ImportedName => [brandOf(name) ?? name, local]);
  const lines = statement.replace(/[^\n]/g, "");
  return `import { ${listed(others)} } from "${LUCIDE}"; import { ${listed(drawn)} } from "${TABLER}";${lines}`;
}

function standIns(declaration: SyntaxNode, source: string, body: string): string {
  const locals: string[] = [];
  declaration.cursor().iterate((node) => {
    if (node.name === "VariableDefinition") locals.push(source.slice(node.from, node.to));
  });
  return locals.map((local) => `const ${local} = function () { ${body} };`).join(" ");
}

/** Returns whether a source uses a name, also as a property of an object such as `window`. */
export function usesName(source: string, name: string): boolean {
  let isUsed = false;
  typescript.parse(source).iterate({
    enter: (node) => {
      const isName = node.name === "VariableName" || node.name === "PropertyName";
      isUsed ||= isName && source.slice(node.from, node.to) === name;
      return !isUsed;
    },
  });
  return isUsed;
}

/**
 * Matches an address of a package in a content delivery network: `https://cdn.jsdelivr.net/npm/d3@7/+esm` has `d3`. The
 * path below the package is kept if it names a module, such as three's controls. A repository of GitHub has
 * `gh/OWNER/NAME`.
 */
const ADDRESS =
  /^(?:https?:)?\/\/[^/]+\/(?:npm[/:]|ajax\/libs\/)?(gh\/[^/]+\/[^/@?]+|(?:@[^/@]+\/)?[^/@?]+)(?:@[^/?]+)?(\/[^?]*)?/;

/** Returns the name of the package that a network address has, and other specifiers as they are. */
export function packageAt(specifier: string): string {
  const [, name = "", path = ""] = ADDRESS.exec(specifier) ?? [];
  if (!name) return specifier;
  return isModule(usualName(name + path)) ? name + path : name;
}
