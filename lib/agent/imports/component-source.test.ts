import { expect, test } from "vitest";
import { compile } from "@/lib/code/compile/index";
import { componentSource } from "./component-source";
import { nameOf } from "./components";

const compiled = async (type: "react" | "html" | "svg", content: string) => {
  const result = await compile(componentSource({ type, content })?.code ?? "");
  if (!result.ok) throw new Error(result.error.message);
  return result.bundle.js;
};

test("pages with and without scripts, and drawings, compile as components", async () => {
  expect(await compiled("html", "<!doctype html><html><body><p>Hello</p></body></html>")).toContain("Hello");
  expect(await compiled("html", "<p id=a>Hi</p><script>document.title = a.id;</script>")).toContain("Hi");
  const drawing = '<?xml version="1.0"?><svg viewBox="0 0 9 9"><circle r="4" /></svg>';
  expect(await compiled("svg", drawing)).toContain("circle");
});

test("a page gets libraries of a network from the frame", async () => {
  const page = `<script src="https://cdn.tailwindcss.com"></script>
    <script src="https://cdn.jsdelivr.net/npm/chart.js"></script><canvas id="c"></canvas>
    <script>new Chart(document.getElementById("c"), {});</script>`;
  expect(await compiled("html", page)).toContain('"chart.js/auto"');
});

test("artifacts use the libraries of Claude and ChatGPT", async () => {
  const source = `import * as THREE from "three";
    import { evaluate } from "mathjs";
    import { motion } from "framer-motion";
    import Chart from "chart.js/auto";
    import { OrbitControls } from "three/examples/jsm/controls/OrbitControls";
    export default () => <motion.p>{evaluate("1 + 1")} {Chart.version} {THREE.REVISION} {OrbitControls.name}</motion.p>;`;
  expect(await compiled("react", source)).toContain('"framer-motion"');
});

test("lists libraries that the frame lacks, which fail only when code uses them", async () => {
  const page = `<script src="https://cdn.example.com/ajax/libs/waves/1.2.0/waves.min.js"></script><p id="p">Tide</p>
    <script type="module">
      import { marked } from "https://esm.example.com/marked@9/+esm";
      import { surf } from "https://cdn.example.com/npm/surfing@2/+esm";
      p.onclick = () => surf(marked("# Tide"));
    </script>`;
  const source = componentSource({ type: "html", content: page });
  expect(source?.missing).toEqual(["surfing", "https://cdn.example.com/ajax/libs/waves/1.2.0/waves.min.js"]);
  expect(await compiled("html", page)).toContain("surfing is not available here.");
  const component = `import "./tide.css";
    import Waves, { crest as top } from "waves";
    export default () => <button onClick={() => Waves(top())}>Go</button>;`;
  expect(componentSource({ type: "react", content: component })?.missing).toEqual(["waves"]);
  expect(await compiled("react", component)).toContain("const top = function");
});

test("a page gets d3 with its plugins, physics and highlighted code from the frame", async () => {
  const page = `<script src="https://cdn.example.com/ajax/libs/d3/7.8.5/d3.min.js"></script>
    <script src="https://cdn.example.com/ajax/libs/d3-sankey/0.12.3/d3-sankey.min.js"></script>
    <script src="https://cdn.example.com/ajax/libs/matter-js/0.20.0/matter.min.js"></script>
    <script src="https://cdn.example.com/gh/highlightjs/cdn-release@11/build/highlight.min.js"></script>
    <p>Flow</p><script>d3.sankey(); Matter.Engine.create(); hljs.highlightAll();</script>`;
  expect(componentSource({ type: "html", content: page })?.missing).toEqual([]);
  const js = await compiled("html", page);
  for (const module of ["d3-sankey", "matter-js", "highlight.js"]) expect(js).toContain(`"${module}"`);
  expect(js).toMatch(/\bd3\d* = window\.d3\b/);
});

test("artifacts import React Router, d3-sankey and highlight.js", async () => {
  const source = `import { Link, MemoryRouter } from "react-router";
    import { sankey } from "d3-sankey";
    import hljs from "highlight.js/lib/core";
    export default () => <MemoryRouter><Link to="/a">{sankey.name + hljs.versionString}</Link></MemoryRouter>;`;
  expect(componentSource({ type: "react", content: source })?.missing).toEqual([]);
  expect(await compiled("react", source)).toContain('"react-router-dom"');
});

test("only artifacts that use a database get one, in memory", async () => {
  const uses = `<p>Books</p><script>const open = window.indexedDB.open("books", 1);</script>`;
  expect(await compiled("html", uses)).toContain('"fake-indexeddb"');
  expect(await compiled("html", uses.replace("window.indexedDB", "files"))).not.toContain("fake-indexeddb");
  const component = `export default () => <button onClick={() => indexedDB.open("a")}>Open</button>;`;
  expect(await compiled("react", component)).toContain('"fake-indexeddb"');
  const compiledByAgent = await compile(component);
  expect(compiledByAgent.ok && compiledByAgent.bundle.js).not.toContain("fake-indexeddb");
});

test("the dialogs of an artifact get an answer, and a primitive that is missing draws its children", async () => {
  const dialog = `onClick={() => confirm("Delete?") && drop()}`;
  const component = `import { Clock } from "@/components/ui/clock";
    export default function Times({ drop }) { return <Clock><button ${dialog}>Delete</button></Clock>; }`;
  expect(componentSource({ type: "react", content: component })?.missing).toEqual(["@/components/ui/clock"]);
  expect(await compiled("react", component)).toMatch(/confirm: ?\(\) ?=> ?true/);
  expect(await compiled("html", "<button onclick=\"prompt('Name')\">Name</button>")).toMatch(
    /prompt: ?\(\) ?=> ?null/,
  );
});

test("replaces embedded pages by boxes, except in scripts, and lists them", () => {
  const script = "<script>const tag = '<iframe src=x>';</script>";
  const content = `<p>Map</p><iframe id="map" title="a > b" srcdoc='<p id="in">' src=https://a.example width=300></iframe>${script}`;
  const source = componentSource({ type: "html", content });
  expect(source?.missing).toEqual(["iframe"]);
  expect(source?.code).toContain('<div id="map" title="a > b" width=300>Embedded pages are not available');
  expect(source?.code).toContain(script);
});

test("Python fails with a message when the page starts it", async () => {
  const address = "https://cdn.example.com/pyodide/v0.26.2/full/pyodide.js";
  const page = `<script src="${address}"></script><p>Plot</p><script>loadPyodide();</script>`;
  expect(componentSource({ type: "html", content: page })?.missing).toEqual([address]);
  expect(await compiled("html", page)).toContain("pyodide) is not available here");
});

test("icons of brands, which Lucide no longer has, come from Tabler", async () => {
  const component = `import { Github, Star } from "lucide-react";
    export default () => <p><Github size={20} /><Star /></p>;`;
  expect(await compiled("react", component)).toMatch(/brand-github|BrandGithub/);
});

test("a page finds the global of React's scripts", async () => {
  const page = `<script src="https://cdn.example.com/npm/react-dom@18/umd/react-dom.production.min.js"></script>
    <p>Hello</p><div id="root"></div>
    <script type="text/babel">ReactDOM.createRoot(document.getElementById("root")).render(<p>Hi</p>);</script>`;
  expect(await compiled("html", page)).toContain('"easel/react-dom"');
});

test("documents and diagrams are no components", () => {
  for (const type of ["markdown", "mermaid", "code"] as const)
    expect(componentSource({ type, content: "# Hello" })).toBeNull();
});

test("titles become names that components may have", () => {
  expect(nameOf("Größe & Gewicht: Rechner")).toBe("Grosse Gewicht Rechner");
  expect(nameOf("表")).toBe("Imported");
  expect(nameOf("x".repeat(100))).toHaveLength(58);
});
