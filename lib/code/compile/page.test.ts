import { expect, test } from "vitest";
import { compile } from "./index";

async function good(files: Record<string, string>) {
  const source = Object.entries(files).map(([path, text]) => `// @filename: ${path}\n${text}\n`);
  const compiled = await compile(source.join(""));
  if (!compiled.ok) throw new Error(`${compiled.error.message}\n${compiled.error.frame}`);
  return compiled.bundle;
}

const script = 'document.getElementById("out").textContent = "done";';

test("a page is rendered without elements that the frame does not need, and its scripts run in order", async () => {
  const { js, css } = await good({
    "public/index.html": `<!doctype html><html><head><title>T</title><link rel="stylesheet" href="./style.css">
      <style>b { color: red }</style></head>
      <body class="x"><noscript>Turn scripts on</noscript><b id="out" class="mt-3">Wait</b>
      <script src="/src/second.js"></script><script>globalThis.third = 3;</script></body></html>`,
    "src/first.js": "globalThis.first = 1;",
    "src/second.js": `import "./first.js"; ${script}`,
    "style.css": "p { color: #123456 }",
  });
  expect(js).toMatch(/<style>b \{ color: red \}<\/style>.*<b id="out" class="mt-3">Wait<\/b>/s);
  expect(js).not.toMatch(/<body|<script|<title|<link|Turn scripts on/);
  expect(js).toMatch(/export \{\s*\w+ as default\s*\}/);
  expect(js).toMatch(/init_second\(\).*init_index_html\w*\(\)/s);
  expect(css).toContain("#123456");
  expect(css).toContain(".mt-3");
});

test("a page without script tags is rendered and runs the component's only script", async () => {
  const { js } = await good({ "index.js": script, "public/index.html": '<pre id="out"></pre>' });
  expect(js).toContain('<pre id="out"></pre>');
});

test("scripts with data are not code, and the code of a page can read them", async () => {
  const html = `<p id="out">Wait</p><script type="application/ld+json">{"a": 1}</script><script>${script}</script>`;
  expect((await good({ "index.html": html })).js).toContain('{"a": 1}');
});

test("the page around an app or next to a component is not rendered", async () => {
  const around =
    '<!doctype html><html><head><title>T</title></head><body><div id="root"></div></body></html>';
  const main = 'import { createRoot } from "react-dom/client"; createRoot(document.getElementById("root"))';
  const app = await good({ "index.html": around, "main.tsx": `${main}.render(<p>App</p>);` });
  expect(app.js).toMatch(/Root as default/);
  expect(app.js).not.toContain("<div");
  for (const text of ["export default () => <p>App</p>;", "export function App() { return <p>App</p>; }"]) {
    const component = await good({ "index.html": `${around}<p>More</p>`, "App.tsx": text });
    expect(component.js).not.toContain("More");
  }
});

test("the event-handler attributes of a page can use declarations of its script", async () => {
  const { js } = await good({
    "index.html": `<button onclick="add(1); return false">Add</button>`,
    "main.js": "const add = (n) => { globalThis.sum += n; };",
  });
  expect(js).toMatch(/<button data-onclick="0">/);
  expect(js).toMatch(/add = \(n\).*addEventListener\("click".*/s);
  expect(js.indexOf("add(1)")).toBeGreaterThan(js.indexOf("add = (n)"));
});

test.each([
  ["https://unpkg.com/react/react.js", /no network.*Available imports: .*react/],
  ["./app.js", /no file "\.\/app\.js".*@filename: app\.js/],
])("a page with a missing script is rejected with the line and a remedy: %s", async (src, message) => {
  const source = `// @filename: index.html\n<p>Page</p>\n<script src="${src}"></script>\n// @filename: main.js\n${script}`;
  const compiled = await compile(source);
  expect(compiled).toMatchObject({ ok: false, error: { message: expect.stringMatching(message), line: 3 } });
});

test.each(["<a>".repeat(15_000), "<script>".repeat(15_000), "<!--".repeat(15_000)])(
  "a page with 15,000 open tags is compiled or rejected: %.8s",
  async (html) => {
    const compiled = await compile(`// @filename: main.js\n${script}\n// @filename: index.html\n${html}\n`);
    expect(compiled.ok || compiled.error.message).toBeTruthy();
  },
);
