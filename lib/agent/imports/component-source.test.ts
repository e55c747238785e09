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
