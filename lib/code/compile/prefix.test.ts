import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cpuMs } from "@/lib/ground/base/testing/cpu";
import { compile } from "./index";
import { prefixesOf } from "./prefix";

const SAMPLES = join(import.meta.dirname, "../../../e2e/components/samples");
const STEPS = 4;

const open = "export default function App() {\n  return (\n    <main>\n      <h1>Sales</h1>\n";
const ends = (code: string) => prefixesOf(code)[0]?.split("</h1>")[1]?.trim();

it.each(readdirSync(SAMPLES).filter((_, index) => index % 3 === 0))(
  "returns a prefix that compiles wherever the source is cut: %s",
  async (name) => {
    const code = readFileSync(join(SAMPLES, name), "utf8");
    for (let step = 1; step <= STEPS; step++) {
      const prefixes = prefixesOf(code.slice(0, (code.length * step) / STEPS));
      const made = await Promise.all(prefixes.map((prefix) => compile(prefix)));
      expect(prefixes.length === 0 || made.some(({ ok }) => ok)).toBe(true);
      if (step === STEPS) expect(made[0]?.ok).toBe(true);
    }
  },
);

it("closes open constructs and omits an unfinished word, class or tag", () => {
  expect(ends(open)).toBe("</main>)}");
  expect(ends(`${open}<p>Two wor`)).toBe("<p>Two</p></main>)}");
  expect(ends(`${open}<p className="p-4 bg-r`)).toBe("</main>)}");
  expect(ends(`${open}<p className="p-4">{total.toF`)).toBe('<p className="p-4"></p></main>)}');
  expect(ends(`${open}<Card><Car`)).toContain("<Card></Card></main>)}");
  expect(ends(`${open}{/* a note */}<p>{"a < b"}</p><b`)).toBe(`{/* a note */}<p>{"a < b"}</p></main>)}`);
});

it("closes lists, conditions and elements in attributes", () => {
  expect(ends(`${open}{rows.map((row) => {\n  const a = 1;\n  return (<li>{row.name}</li>`)).toContain(
    "return (<li>{row.name}</li>)})}</main>)}",
  );
  expect(ends(`${open}{rows.map((row) => (<li><b>{row.name}</b> `)).toBe(
    "{rows.map((row) => (<li><b>{row.name}</b></li>))}</main>)}",
  );
  expect(ends(`${open}{is ? <b>Yes</b> : <i>No, `)).toBe("{is ? <b>Yes</b> : <i>No,</i>}</main>)}");
  expect(ends(`${open}{is ? (<b>Yes `)).toBe("{is ? (<b>Yes</b>) : null}</main>)}");
  expect(ends(`${open}<Tab icon={<b>Yes <i>No`)).toContain("<Tab icon={<b>Yes <i></i></b>} /></main>)}");
});

it("never cuts inside a loop or outside returned code", () => {
  const loop =
    "export default function App() {\n  const all = [];\n  while (all.length < 3) {\n    const one = () => (<p>A</p>";
  expect(prefixesOf(loop)).toEqual([]);
  expect(prefixesOf("export default function App() {\n  const head = (<p>A</p>")).toEqual([]);
});

it("adds a default export of the main component, and renders nothing for undefined components", () => {
  const [prefix = ""] = prefixesOf("function App() {\n  return (<main><Row /><Button>A</Button>");
  expect(prefix).toContain("export default App;");
  expect(prefix).toContain("function Row() { return null; }");
  expect(prefix).not.toContain("function Button");
  expect(prefixesOf("function Row({ name }) {\n  return (<main><b>{name}</b>")).toEqual([]);
});

it("reads nonsense and very long or deep sources in bounded time", () => {
  const nasty = ["<a>", "`${", "((((", "/*", "import {", "<A b={<", "?:", "\\", '"', "=> <p>x ", "<a b={/["];
  const took = cpuMs(() => {
    for (const text of nasty) prefixesOf(open + text.repeat(200_000 / text.length));
    prefixesOf(open + "<p>word </p>\n".repeat(15_000));
  });
  expect(took).toBeLessThan(3_000);
});
