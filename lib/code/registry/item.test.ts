import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { registryItem, registryNames } from "@/lib/shared/components/registry";
import { runtime } from "../compile/runtime";
import { itemOf } from "./item";
import { isSameInShadcn } from "./primitives";
import { specifiersOf } from "./rewrite";

const ROOT = join(import.meta.dirname, "../../..");
const sample = (name: string) => ({
  name,
  description: "A sample",
  code: readFileSync(join(ROOT, `e2e/components/samples/${name}.tsx.txt`), "utf8"),
  props_schema: null,
});
const made = (code: string) => itemOf({ name: "x", description: "A sample", code, props_schema: null });
const textOf = (item: Awaited<ReturnType<typeof itemOf>>, path: string) =>
  item.files?.find((file) => file.path === path)?.content ?? "";

it("an item imports every name that Easel provides, and names its packages and primitives", async () => {
  const item = await itemOf(sample("shared-cart"));
  expect(registryItem.parse(item)).toEqual(item);
  const text = textOf(item, "components/easel/shared-cart.tsx");
  expect(specifiersOf(text, "a.tsx").sort()).toEqual([
    "@/components/ui/button",
    "@/lib/easel",
    "lucide-react",
  ]);
  expect(item.registryDependencies).toEqual(["button"]);
  expect(item.dependencies).toEqual(["lucide-react@1.75.0"]);
  expect(item.docs).toMatch(/callTool\(action, payload\).*sendMessage\(text\)/s);
});

it("an item contains Easel's primitives where shadcn/ui's differ, with the theme that they use", async () => {
  const item = await made(
    "export default () => <DropdownMenu><DropdownMenuTrigger asChild><Button>More</Button></DropdownMenuTrigger><DropdownMenuContent /></DropdownMenu>;",
  );
  const paths = item.files?.map(({ path }) => path) ?? [];
  expect(paths).toContain("components/ui/easel/dropdown-menu.tsx");
  expect(item.registryDependencies).toBeUndefined();
  expect(item.cssVars?.theme).toMatchObject({ "color-ink": "var(--ink)", "text-ui": "14px" });
  expect(item.css).toHaveProperty("@keyframes appear");
  for (const { path, content = "" } of item.files ?? [])
    for (const specifier of specifiersOf(content, path)) expect(specifier).not.toMatch(/@\/lib\/shared/);
});

it("a component whose types are wrong is taken without types", async () => {
  const item = await made("export default function Sum({ a, b }) { return <b>{a + b}</b>; }");
  expect(textOf(item, "components/easel/x.jsx")).toContain("function Sum({ a, b })");
});

it("code that needs a browser is loaded only there", async () => {
  const item = await made("export default () => <b>{window.innerWidth}</b>;");
  expect(textOf(item, "components/easel/x.tsx")).toContain('clientOnly(() => import("./x/component"))');
  expect(textOf(item, "components/easel/x/component.tsx")).toContain("window.innerWidth");
});

it("the files of a component stay separate, and pages become one module", async () => {
  const code = `// @filename: App.tsx
import { Row } from "@/parts/row";
import "./app.css";
export default function App() { return <Row />; }
// @filename: parts/row.tsx
export const Row = () => <Card className="row">{cn("a")}</Card>;
// @filename: app.css
.row { color: red }`;
  const item = await made(code);
  expect(item.files?.slice(0, 4).map(({ path, target }) => target ?? path)).toEqual([
    "components/easel/x.tsx",
    "components/easel/x/App.tsx",
    "components/easel/x/parts/row.tsx",
    "components/easel/x/app.css",
  ]);
  expect(textOf(item, "components/easel/x/App.tsx")).toContain('from "./parts/row"');
  const page =
    '// @filename: index.html\n<button onclick="go()">Go</button><script>function go() {}</script>';
  expect(textOf(await made(page), "components/easel/x.tsx")).toContain("clientOnly");
});

it("names of items are unique and in lower case", () => {
  expect([...registryNames(["My Cart", "my-cart", "Übersicht 1", "MyCart"]).keys()].toSorted()).toEqual([
    "bersicht-1",
    "my-cart",
    "my-cart-2",
    "my-cart-3",
  ]);
});

it("the primitives that an app supplies export what Easel's do", () => {
  const names = Object.keys(runtime().exports).flatMap(
    (module) => /^@\/components\/ui\/(.+)$/.exec(module)?.[1] ?? [],
  );
  const same = names.filter((name) => isSameInShadcn(name, []));
  expect(same.length).toBeGreaterThan(10);
  for (const name of same) {
    const text = readFileSync(join(ROOT, `vendor/shadcn-ui/${name}.tsx.txt`), "utf8");
    const missing = (runtime().exports[`@/components/ui/${name}`] ?? []).filter(
      (each) => !new RegExp(`\\b${each}\\b`).test(text),
    );
    expect(missing.filter((each) => isSameInShadcn(name, [each]))).toEqual([]);
  }
});
