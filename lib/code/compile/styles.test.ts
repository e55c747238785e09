import { expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { compile } from "./index";

async function cssOf(source: string): Promise<string> {
  const compiled = await compile(source);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return compiled.bundle.css;
}

const selector = (name: string) => `.${name.replace(/[^\w-]/g, "\\$&")}`;

test.each([
  "p-4",
  "hover:bg-blue-500/50",
  "md:grid-cols-[1fr_2fr]",
  "dark:text-gray-100",
  "group-hover:opacity-100",
  "data-[state=open]:rotate-180",
  "bg-gradient-to-br",
  "from-sky-400",
  "w-[37px]",
  "-mt-2",
  "line-clamp-3",
  "aria-selected:font-bold",
  "bg-muted",
  "text-muted-foreground",
  "border-input",
  "bg-chart-6",
  "ring-ring/50",
  "rounded-xl",
  "shadow-lg",
  "text-ink-2",
  "bg-sheet",
])("the stylesheet supports the utility class %s", async (name) => {
  const css = await cssOf(`export default () => <div className="${name}" />;`);
  expect(css).toContain(selector(name));
});

test("the stylesheet uses the workspace's colours, with shadcn/ui's accent", async () => {
  const css = await cssOf('export default () => <p className="bg-primary bg-accent text-red-500" />;');
  expect(css).toContain(".bg-primary{background-color:var(--primary)}");
  expect(css).toContain(".bg-accent{background-color:var(--fill-press)}");
  expect(css).toMatch(/\.text-red-500\{color:var\(--color-red-500, ?oklch/);
});

test("compile converts colours from shadcn/ui's old form, hsl(var(--name))", async () => {
  const source =
    'export default () => <Bar fill="hsl(var(--chart-1))" stroke="hsl(var(--primary) / 0.5)" color="hsl(var(--mine))" />;';
  const compiled = await compile(source);
  const js = compiled.ok ? compiled.bundle.js : "";
  expect(js).toContain('fill: "var(--chart-1)"');
  expect(js).toContain('stroke: "color-mix(in oklab,var(--primary) 50%,transparent)"');
  expect(js).toContain('color: "hsl(var(--mine))"');
});

test("the stylesheet applies dark: classes by the chosen theme, else by the system's theme", async () => {
  const css = await cssOf('export default () => <p className="dark:p-4" />;');
  expect(css).toContain("[data-theme=dark]");
  expect(css).toContain("prefers-color-scheme:dark");
});

/** Writes `@{` for `${` in a template of the source. */
const holes = (source: string) => source.replaceAll("@{", "${");

test.each([
  ["a colour in a template", "`bg-@{c}-500 p-4`", ["bg-teal-500", "bg-rose-500"]],
  ["a shade", "`text-red-@{c}`", ["text-red-50", "text-red-950"]],
  ["a colour and a shade", "`hover:bg-@{c}-@{c}`", ["hover:bg-lime-300"]],
  ["a whole colour", "`border-@{c}`", ["border-amber-400", "border-mine"]],
  ["a number", "`grid-cols-@{c}`", ["grid-cols-7"]],
  ["a size", "`text-@{c}`", ["text-3xl"]],
  ["concatenated strings", '"rounded bg-" + c + "-600"', ["bg-sky-600"]],
  ["an expression", '`bg-@{c > 1 ? "lime" : "pink"}-100`', ["bg-lime-100", "bg-pink-100"]],
])("the stylesheet includes a class built at run time from %s", async (_, expression, names) => {
  const css = await cssOf(`export default ({ c }) => <p data-x="mine" className={${holes(expression)}} />;`);
  for (const name of names.filter((each) => each !== "border-mine")) expect(css).toContain(selector(name));
});

test("compile fills holes in class names with strings of the source", async () => {
  const source = holes(
    'const tone = { good: "success" };\nexport default () => <p className={`text-@{tone.good} col-span-@{"full"}`} />;',
  );
  const css = await cssOf(source);
  expect(css).toContain(".text-success");
  expect(css).toContain(".col-span-full");
});

test("the stylesheet includes the classes of used primitives, sorted together with the component's classes", async () => {
  const css = await cssOf('export default () => <Button className="hidden md:flex">x</Button>;');
  expect(css).toContain(".inline-flex");
  expect(css.indexOf(".inline-flex")).toBeLessThan(css.indexOf(".md\\:flex"));
});

test("compile limits the work for a source with many class-like words", async () => {
  const classNames = Array.from({ length: 20_000 }, (_, n) => `p-${n}`).join(" ");
  const started = performance.now();
  const css = await cssOf(`export default () => <p className="${classNames}" />;`);
  expect(css.length).toBeLessThan(500_000);
  expect(performance.now() - started).toBeLessThan(5_000);
});

test("compile gives the same styles with a reused compiler as with a new one", async () => {
  const part = (classes: string, text: string) =>
    `export default () => <Card className="${classes}">${text} <Button>Go</Button></Card>;`;
  const versions = [
    part("p-4", "Orders of today"),
    part("p-4", "Orders, version 12"),
    part("p-4 2xl:p-6 -mt-[3px] w-1/2 before:content-['\\\\201C']", "Orders, version 13"),
    part("p-4 w-1/2", "Orders, version 13"),
    part("p-5 w-1/2 hover:p-4", "Orders"),
    'export default () => <p className="flex">Something else</p>;',
    part("p-4 2xl:p-6", "Orders of today"),
  ];
  const grown = [];
  for (const version of versions) grown.push(await cssOf(version));
  for (const [at, version] of versions.entries()) {
    await closeAll();
    expect(grown[at], version).toBe(await cssOf(version));
  }
  expect(new Set(grown).size).toBe(6);
});
