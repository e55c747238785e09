import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { expect, test } from "vitest";
import { type CompiledBundle, type CompileFailure, canAnswer, compile } from "./index";

const SAMPLES = join(import.meta.dirname, "../../../e2e/components/samples");

async function good(source: string): Promise<CompiledBundle> {
  const compiled = await compile(source);
  if (!compiled.ok) throw new Error(`${compiled.error.message}\n${compiled.error.frame}`);
  return compiled.bundle;
}

async function bad(source: string): Promise<CompileFailure> {
  const compiled = await compile(source);
  if (compiled.ok) throw new Error(`It compiles: ${compiled.bundle.js}`);
  return compiled.error;
}

test.each(readdirSync(SAMPLES))("compile accepts a model-written component: %s", async (name) => {
  const { js, css, map } = await good(readFileSync(join(SAMPLES, name), "utf8"));
  expect(js).toContain("default");
  expect(css).toContain("@layer");
  expect(new TraceMap(map).sources).toEqual(["component.tsx"]);
});

test("compile reports an error with its position and the surrounding lines", async () => {
  const error = await bad(`export default function App() {
  const names = ["a", "b";
  return <p>{names}</p>;
}`);
  expect(error).toMatchObject({ line: 2, column: 26 });
  expect(error.frame).toBe(`  1 | export default function App() {
> 2 |   const names = ["a", "b";
    |                          ^
  3 |   return <p>{names}</p>;
  4 | }`);
});

test("compile counts columns in characters and shows the relevant part of a very long line", async () => {
  expect(await bad('export default () => <b title="äöü😀">{1 +}</b>;')).toMatchObject({
    line: 1,
    column: 43,
  });
  const { frame, column } = await bad(`export default () => <b>${"x".repeat(50_000)}{1 +}</b>`);
  expect(column).toBe(50_029);
  expect(frame.length).toBeLessThan(300);
  expect(frame.split("\n")[1]?.indexOf("^")).toBe(frame.split("\n")[0]?.indexOf("}"));
});

test.each([
  ["an unclosed tag", "export default () => (\n  <div>\n    <p>Hi</div>\n);", 3, /closing/],
  ["an empty source", "", 1, /export one as default/],
  ["prose", "Here is your component:", 1, /Expected/],
  ["a Markdown fence", "```tsx\nexport default () => null;\n```", 1, /./],
  [
    "exports without a component",
    'export const title = "Board";\nexport const rows = [];',
    1,
    /export one as default/,
  ],
  [
    "several components and no export",
    "\nfunction Board() { return <p/>; }\nfunction List() { return <p/>; }",
    3,
    /`export default List;`/,
  ],
  [
    "an async component without a default export",
    "export async function App() {\n  return <p/>;\n}",
    1,
    /App is async/,
  ],
  [
    "an unknown module",
    'import a from "react";\nimport x from "react-spring";\nexport default () => <x.div>{a}</x.div>;',
    2,
    /no module "react-spring".*recharts.*accordion/,
  ],
  [
    "an unknown primitive",
    'import { Foo } from "@/components/ui/foo";\nexport default () => <Foo />;',
    1,
    /no primitive.*button, /,
  ],
  [
    "a missing file",
    'import { Row } from "./row";\nexport default () => <Row />;',
    1,
    /no file.*@filename: row\.tsx/,
  ],
  ["a stylesheet", 'import "./app.css";\nexport default () => <p />;', 1, /className/],
  ["an address", 'import x from "https://esm.sh/x";\nexport default () => <p>{x}</p>;', 1, /no network/],
  [
    "a dynamic import of an unknown module",
    'export default () => {\n  import("axios");\n  return null;\n};',
    2,
    /"axios"/,
  ],
  [
    "an unknown name of a module",
    'import { useStat } from "react";\nexport default () => useStat();',
    1,
    /does not export useStat\. It has useState/,
  ],
  [
    "an unknown icon",
    'import { ShopingCart } from "lucide-react";\nexport default () => <ShopingCart />;',
    1,
    /ShoppingCart/,
  ],
  [
    "a missing default export",
    'import Button from "@/components/ui/button";\nexport default () => <Button />;',
    1,
    /no default export.*Button/,
  ],
  ["an undefined component", "export default () => (\n  <Fancy />\n);", 2, /Fancy is not defined/],
  [
    "an undefined hook",
    "export default () => {\n  const x = useFancy();\n  return x;\n};",
    2,
    /useFancy is not defined/,
  ],
  ["CommonJS imports", 'const React = require("react");\nmodule.exports = () => <p/>;', 1, /Common JS/],
  ["CommonJS exports", "const App = () => <p/>;\nmodule.exports = App;", 2, /Common JS/],
  ["an async component", "export default async function App() {\n  return <p/>;\n}", 1, /App is async/],
  ["more than 200 KB", `export default () => "${"x".repeat(200_001)}";`, 1, /too long/],
  [
    "a name declared twice",
    "const a = 1;\nconst a = 2;\nexport default () => a;",
    2,
    /already been declared/,
  ],
  ["100,000 open brackets", `export default () => ${"(".repeat(100_000)}`, 1, /./],
  ["60,000 open tags", `export default () => ${"<a>".repeat(60_000)}`, 1, /./],
])("compile rejects %s with the line and a remedy", async (_, source, line, message) => {
  const error = await bad(source);
  expect(error.message).toMatch(message);
  expect(error.line).toBe(line);
  expect(error.frame.length).toBeLessThan(2_000);
});

test("compile removes TypeScript syntax of every kind", async () => {
  const { js } = await good(`
    import type { FC } from "react";
    import type { Anything } from "somewhere-else";
    enum Size { Small = "s", Large = "l" }
    namespace Units { export const px = 1; }
    abstract class Base<T extends object> { constructor(protected readonly value: T) {} }
    declare global { interface Window { x: number } }
    function pick<const T extends readonly string[]>(all: T): T[number] { return all[0]!; }
    const App: FC<{ a?: Anything }> = ({ a }) => <p>{pick(["x"] as const)}{Size.Large}{Units.px}{String(a satisfies unknown)}</p>;
    export { Base };
    export default App;`);
  expect(js).not.toContain("somewhere-else");
});

test("compile takes undefined names from the runtime and keeps defined ones", async () => {
  const { js } = await good(`
    function Card() { return <i />; }
    export default function App({ Badge }) {
      const [n, setN] = useState(0);
      const ref = React.useRef(null);
      return <Card ref={ref}><Badge /><Button onClick={() => setN(n + 1)}>{n}</Button><Home /><Map /></Card>;
    }`);
  const imported = [...js.matchAll(/import (?:\{ (\S+) as \S+ \}|(\S+)) from "([^"]+)"/g)];
  expect(imported.map(([, name, whole, from]) => `${name ?? whole} from ${from}`).sort()).toEqual([
    "Button from @/components/ui/button",
    "createLucideIcon from lucide-react/icon",
    "easel$React from react",
    "useState from react",
  ]);
});

test("compile inlines each imported icon and keeps the line numbers", async () => {
  const source =
    'import {\n  Star,\n  Heart as H,\n} from "lucide-react";\nexport default () => <><Star /><H /><Home /></>;';
  const { js } = await good(source);
  expect(js).not.toContain('"lucide-react"');
  for (const icon of ["star", "heart", "house"]) expect(js).toContain(`"name":"${icon}"`);
  const whole = await good(
    'import * as Icons from "lucide-react";\nexport default ({ name }) => <p>{Icons[name]}</p>;',
  );
  expect(whole.js).toContain('from "lucide-react"');
});

test("compile inlines Tabler's icons and rejects an unknown one", async () => {
  const { js } = await good(
    'const n = 1;\nimport { IconPlus, IconStarFilled as Star } from "@tabler/icons-react";\nexport default () => <IconPlus size={n}><Star /></IconPlus>;',
  );
  expect(js).toMatch(/IconPlus = \S+\("outline", ?"IconPlus"/);
  expect(js).toMatch(/Star = \S+\("filled", ?"IconStarFilled"/);
  const { message } = await bad(
    'import { IconPluss } from "@tabler/icons-react";\nexport default () => <IconPluss />;',
  );
  expect(message).toMatch(/does not export IconPluss\. It has .*IconPlus\b/);
  const brand = await bad('import { Github } from "lucide-react";\nexport default () => <Github />;');
  expect(brand.message).toContain('Import IconBrandGithub from "@tabler/icons-react".');
});

test.each([
  'import Link from "next/link"; export default () => <Link href="/a">a</Link>;',
  'import Image from "next/image"; export default () => <Image src="/a.png" alt="" fill />;',
  'import Form from "next/form"; export default () => <Form action="/search"><input name="q" /></Form>;',
  'import { useRouter, usePathname, useSearchParams } from "next/navigation"; export default () => usePathname();',
  'import { useTheme } from "next-themes"; export default () => useTheme().theme;',
  'import { useMediaQuery } from "@/hooks/use-media-query"; export default () => String(useMediaQuery("print"));',
  'import { REGEXP_ONLY_DIGITS } from "input-otp"; export default () => REGEXP_ONLY_DIGITS;',
  'import { useImmer } from "use-immer"; import { produce } from "immer"; export default () => useImmer(produce)[0];',
  'import { ErrorBoundary } from "react-error-boundary"; export default () => <ErrorBoundary fallback="" />;',
  'import { Form, useForm } from "@formisch/react"; export default () => <Form of={useForm({})} />;',
  'import Autoplay from "embla-carousel-autoplay"; export default () => typeof Autoplay();',
  'import Textarea from "react-textarea-autosize"; export default () => <Textarea />;',
  'import * as v from "valibot"; export default () => v.parse(v.string(), "a");',
  'import { useForm } from "@tanstack/react-form"; export default () => typeof useForm({}).Field;',
  'import Toastify from "toastify-js"; import "toastify-js/src/toastify.css"; export default () => <b onClick={() => Toastify({ text: "a" }).showToast()} />;',
  'import Markdown from "react-markdown"; import gfm from "remark-gfm"; export default () => <Markdown remarkPlugins={[gfm]}>a</Markdown>;',
  'import { marked } from "marked"; export default () => <p dangerouslySetInnerHTML={{ __html: marked.parse("a") }} />;',
  'import { restrictToVerticalAxis } from "@dnd-kit/modifiers"; export default () => <DndContext modifiers={[restrictToVerticalAxis]} />;',
  'import names from "classnames"; export default () => <p className={names("a", { b: true })} />;',
  'import { ChartStyle } from "@/components/ui/chart"; export default () => <ChartStyle id="a" config={{}} />;',
])("compile resolves imports of public code: %s", async (source) => {
  await good(source);
});

test("compile does not replace globals of the browser, such as Map and Image, by names of the runtime", async () => {
  const { js } = await good("export default () => <p>{new Map().size}{Infinity}{new Image().width}</p>;");
  expect(js).not.toContain("lucide-react");
});

test("compile resolves Tooltip to recharts in a source with a chart", async () => {
  const chart = await good("export default () => <LineChart><Tooltip /></LineChart>;");
  expect(chart.js).toMatch(/Tooltip as \S+ } from "recharts"/);
  const both = await good(
    "export default () => <Tooltip><TooltipTrigger><LineChart /></TooltipTrigger></Tooltip>;",
  );
  expect(both.js).toMatch(/Tooltip as \S+ } from "@\/components\/ui\/tooltip"/);
});

test.each([
  [
    "the only exported component",
    "export const title = 'a'; export function Board() { return <p/>; }",
    "Board",
  ],
  ["an export in braces", "function Board() { return <p/>; }\nexport { Board };", "Board"],
  ["an arrow", "export const Board = () => <p/>;", "Board"],
  ["a memo", "export const Board = React.memo(() => <p/>);", "Board"],
  [
    "the last of several",
    "export function Row() { return <p/>; }\nexport function Board() { return <p/>; }",
    "Board",
  ],
  [
    "the component that no other renders",
    "export function Board() { return <Row/>; }\nexport function Row() { return <p/>; }",
    "Board",
  ],
  [
    "a component beside an enum, a list and a schema",
    "export function Board() { return <p/>; }\nexport enum Size { A }\nexport const ROWS = [1];\nexport const Schema = z.object({});",
    "Board",
  ],
  [
    "the root component of a source without exports",
    "function Row() { return <p/>; }\nfunction Board() { return <Row/>; }",
    "Board",
  ],
])("compile adds a missing default export for %s", async (_, source, name) => {
  const { js } = await good(source);
  expect(js).toContain(`export { ${name} as default };`);
});

test.each([
  ["react-dnd", "@dnd-kit/core"],
  ["markdown-it", "react-markdown"],
  ["react-leaflet", "d3"],
  ["rechart", "recharts"],
  ["@/components/ui/buton", "button"],
])("compile rejects an import of %s with the nearest name", async (specifier, instead) => {
  const { message } = await bad(`import * as x from "${specifier}";\nexport default () => <p>{x}</p>;`);
  expect(message).toMatch(new RegExp(`Nearest: ${instead}\\b`));
});

test.each([
  ["@/registry/new-york-v4/ui/button", "@/components/ui/button"],
  ["@/registry/bases/radix/ui/button", "@/components/ui/button"],
  ["@/registry/default/lib/utils", "@/lib/utils"],
  ["@/registry/new-york-v4/hooks/use-mobile", "@/hooks/use-mobile"],
  ["@/app/components/ui/button.tsx", "@/components/ui/button"],
  ["@workspace/ui/components/button", "@/components/ui/button"],
  ["@repo/ui/lib/utils", "@/lib/utils"],
])("compile resolves %s to %s", async (specifier, usual) => {
  const { js } = await good(
    `import * as x from "${specifier}";\nexport default () => <p>{x.toString()}</p>;`,
  );
  expect(js).toContain(`from "${usual}"`);
});

test("compile resolves the usual spellings of a module", async () => {
  const { js } = await good(`
    import { Button } from "../components/ui/button";
    import { cn } from "~/lib/utils";
    import { scaleLinear } from "d3-scale";
    import { debounce } from "lodash";
    export default () => <Button className={cn("a")}>{scaleLinear()(1)}{String(debounce)}</Button>;`);
  for (const name of ["@/components/ui/button", "@/lib/utils", "d3", "lodash-es"])
    expect(js).toContain(`from "${name}"`);
});

test("compile maps lines and columns of the compiled code to the source", async () => {
  const source = `import { useState } from "react";
interface Props { a: number }

export default function App({ a }: Props) {
  const [b] = useState<number>(a);
  throw new Error("here");
}`;
  const { js, map } = await good(source);
  const lines = js.split("\n");
  const line = lines.findIndex((each) => each.includes('"here"'));
  const place = { line: line + 1, column: lines[line]?.indexOf("throw") ?? 0 };
  expect(originalPositionFor(new TraceMap(map), place)).toMatchObject({ line: 6, column: 2 });
});

test("compile handles many sources at once, valid and invalid", async () => {
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      compile(
        n % 2
          ? `export default () => <p className="p-${n}">{</p>`
          : `export default () => <p className="p-${n}" />`,
      ),
    ),
  );
  expect(all.map(({ ok }) => ok)).toEqual(all.map((_, n) => n % 2 === 0));
});

test.each([
  ["export default () => <Button onClick={() => callTool('save')}>Save</Button>", true],
  [
    "import { callTool as answer } from 'easel'; export default () => <b onClick={() => answer('x')} />",
    true,
  ],
  ["import * as easel from 'easel'; export default () => <b onClick={() => easel.callTool('x')} />", true],
  ["export default () => { importModule('easel'); return null; }", true],
  ["export default () => { import('easel'); return null; }", true],
  ["export default () => <p>callTool is not called here</p>", false],
  ["const callTool = () => {}; export default () => <b onClick={callTool} />", false],
  [
    "import { useSheetState } from 'easel'; export default () => { useSheetState('a', 1); return null; }",
    false,
  ],
])("canAnswer detects whether a component can answer: %s", async (source, can) => {
  expect(await canAnswer(source)).toBe(can);
});
