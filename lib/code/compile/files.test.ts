import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { expect, test } from "vitest";
import { compile } from "./index";

const source = (files: Record<string, string>) =>
  Object.entries(files)
    .map(([path, text]) => `// @filename: ${path}\n${text}\n`)
    .join("");

async function good(files: Record<string, string>) {
  const compiled = await compile(source(files));
  if (!compiled.ok) throw new Error(`${compiled.error.message}\n${compiled.error.frame}`);
  return compiled.bundle;
}

async function bad(files: Record<string, string> | string) {
  const compiled = await compile(typeof files === "string" ? files : source(files));
  if (compiled.ok) throw new Error(`It compiles: ${compiled.bundle.js}`);
  return compiled.error;
}

const app = 'import { Row } from "./rows/Row.js";\nexport default () => <Row />;';
const row = "export const Row = () => <p>row</p>;";

test.each([
  ["with its extension", { "App.js": app, "rows/Row.js": row }],
  ["as TypeScript", { "App.tsx": app, "rows/Row.tsx": row }],
  [
    "as the index of a folder",
    { "App.tsx": app.replace("Row.js", ""), "rows/index.ts": `export * from "./Row"`, "rows/Row.tsx": row },
  ],
  ["from the root", { "src/App.js": app.replace("./rows", "/rows"), "/src/rows/Row.js": row }],
  ["by the @ alias", { "App.tsx": app.replace("./rows/Row.js", "@/rows/Row"), "src/rows/Row.tsx": row }],
  ["from before its importer", { "rows/Row.js": row, "App.js": app }],
])("a file can import another file %s", async (_, files) => {
  const { js } = await good(files);
  expect(js).toMatch(/children: "row"/);
  expect(js).toMatch(/export \{ \w+ as default \}|export \{\s+\w+ as default\s+\}/);
});

test.each([
  [
    "in fewer folders",
    "@/registry/new/blocks/board/parts/row",
    { "parts/row.tsx": row, "row.tsx": "export const Row = 1;" },
  ],
  ["in none of its folders", "@/components/rows/row", { "row.tsx": row }],
  ["in more folders", "@/rows/row", { "apps/web/rows/row.tsx": row, "rows.tsx": "export const Row = 1;" }],
])("compile resolves a path from the project root to a file %s", async (_, path, files) => {
  const main = `import { Row } from "${path}";\nexport default () => <Row />;`;
  expect((await good({ "App.tsx": main, ...files })).js).toMatch(/children: "row"/);
});

test("compile rejects a path that two files match, and prefers a primitive to a file with its name", async () => {
  const main = 'import { Row } from "@/rows/row";\nexport default () => <Row />;';
  const two = { "App.tsx": main, "a/rows/row.tsx": row, "b/rows/row.tsx": row };
  expect((await bad(two)).message).toMatch(/no file "@\/rows\/row"/);
  const { js } = await good({
    "App.tsx": 'import { Button } from "@/components/ui/button";\nexport default () => <Button />;',
    "forms/button.tsx": "export const Button = 1;",
  });
  expect(js).toContain('from "@/components/ui/button"');
});

test("compile imports data, images, texts and styles, and applies stylesheets without an import", async () => {
  const { js, css } = await good({
    "App.js": `import data from "./data.json"; import icon from "./icon.svg"; import text from "./text.md";
      import styles from "./App.module.css"; import "./app.css";
      export default () => <img className={styles.big} src={icon} alt={data.title + text} />;`,
    "data.json": `{ "title": "Towns" }`,
    "icon.svg": "<svg/>",
    "text.md": "# Text",
    "App.module.css": ".big { width: 10rem }",
    "app.css": `@import "https://fonts.example/a.css"; .small { @apply p-3; }`,
    "src/styles.css": ".whole { color: #123456 }",
  });
  expect(js).toContain("Towns");
  expect(js).toContain("data:image/svg+xml");
  expect(css).toMatch(/\.App_big|\.[\w-]*big\{width:10rem/);
  expect(css).toContain(".whole{color:#123456}");
  expect(css).toMatch(/\.small\{padding:/);
  expect(css).not.toContain("fonts.example");
});

test.each([
  "createRoot(document.getElementById('root')).render(<App />)",
  "hydrateRoot(document.body, <App />)",
])("a component shows what its source renders into a root: %s", async (draws) => {
  const [name] = draws.split("(");
  const { js } = await good({
    "App.js": "export default () => <p>here</p>;",
    "index.js": `import { StrictMode } from "react"; import { ${name} } from "react-dom/client"; import App from "./App"; ${draws};`,
  });
  expect(js).toMatch(/Root as default/);
  expect(js).not.toContain('from "react-dom/client"');
});

test("compile provides runtime names and inlined icons in every file", async () => {
  const { js } = await good({
    "App.js": `import { Star } from "lucide-react"; import { Row } from "./Row"; export default () => <Row><Star /></Row>;`,
    "Row.js": `import { Heart } from "lucide-react"; export const Row = ({ children }) => <Card><Heart />{children}{useState(1)[0]}</Card>;`,
  });
  expect(js).toContain('Card } from "@/components/ui/card"'.replace("Card }", "Card as easel$Card }"));
  expect(js).not.toContain('"lucide-react"');
  for (const icon of ["star", "heart"]) expect(js).toContain(`"name":"${icon}"`);
});

test("compile reports positions in the whole source for every file", async () => {
  const files = { "App.js": app, "rows/Row.js": "\nexport const Row = () => { throw new Error('here'); };" };
  const { js, map } = await good(files);
  const lines = js.split("\n");
  const line = lines.findIndex((each) => each.includes('"here"'));
  const place = { line: line + 1, column: lines[line]?.indexOf("throw") ?? 0 };
  expect(originalPositionFor(new TraceMap(map), place)).toMatchObject({ line: 6, column: 27 });
  expect(await bad({ ...files, "rows/Row.js": "\nexport const Row = () => <p>{1 +}</p>;" })).toMatchObject({
    line: 6,
  });
  expect(
    await bad({ ...files, "rows/Row.js": '\nimport x from "axios"; export const Row = x;' }),
  ).toMatchObject({
    line: 6,
    message: expect.stringMatching(/no module "axios"/),
  });
  expect(await bad({ ...files, "rows/Row.js": "export const Row = () => <Fancy />;" })).toMatchObject({
    line: 5,
    message: expect.stringMatching(/Fancy is not defined/),
  });
});

test.each([
  ["a missing file", { "App.js": app }, /no file "\.\/rows\/Row\.js".*@filename: Row\.js/],
  ["a source without code", { "a.json": "{}" }, /needs a code file/],
  ["a duplicate file", { "App.js": app, "/src/App.js": app }, /App\.js appears twice/],
  [
    "too many files",
    Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${n}.js`, row])),
    /at most 50/,
  ],
  [
    "invalid JSON",
    { "App.js": 'import a from "./a.json"; export default () => a;', "a.json": "{" },
    /JSON|end of file/i,
  ],
  [
    "a missing export",
    { "App.js": 'import { Col } from "./Row"; export default Col;', "Row.js": row },
    /Col/,
  ],
  ["a source without a component", { "App.js": "export const a = 1;", "b.js": row }, /export one as default/],
  [
    "styles with an unknown class",
    { "App.js": "export default () => <p/>;", "a.css": "p { @apply no-such-class; }" },
    /no-such-class/,
  ],
])("compile rejects %s with a message", async (_, files, message) => {
  expect((await bad(files)).message).toMatch(message);
});
