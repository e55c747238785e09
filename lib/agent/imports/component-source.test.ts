import { expect, test } from "vitest";
import { compile } from "@/lib/code/compile/index";
import { componentSource } from "./component-source";
import { nameOf } from "./components";

const compiled = async (type: "react" | "html" | "svg", content: string) => {
  const result = await compile(componentSource({ type, content }) ?? "");
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

test("documents and diagrams are no components", () => {
  for (const type of ["markdown", "mermaid", "code"] as const)
    expect(componentSource({ type, content: "# Hello" })).toBeNull();
});

test("titles become names that components may have", () => {
  expect(nameOf("Größe & Gewicht: Rechner")).toBe("Grosse Gewicht Rechner");
  expect(nameOf("表")).toBe("Imported");
  expect(nameOf("x".repeat(100))).toHaveLength(58);
});
