import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MODULES } from "../../../components/draw/runtime/modules.ts";
import { describeRuntime, SHADCN } from "./describe";
import { modules, primitives } from "./imports";
import { runtime, runtimeFolder } from "./runtime";
import { runtimeFile } from "./runtime-file";
import { sandboxDocument } from "./sandbox-document";

test("the build contains every listed module, with an existing file and at least one export", () => {
  const { imports, exports } = runtime();
  expect(Object.keys(imports)).toEqual(expect.arrayContaining(Object.keys(MODULES)));
  for (const [specifier, file] of Object.entries(imports)) {
    expect(existsSync(join(runtimeFolder(), file)), specifier).toBe(true);
    expect(exports[specifier]?.length, specifier).toBeGreaterThan(0);
  }
});

test("the runtime offers the primitives to components, but not the workspace's internal modules", () => {
  expect(primitives()).toEqual(expect.arrayContaining(["button", "dialog", "select", "tabs", "tooltip"]));
  for (const module of ["cn", "later", "icon-button", "copy-button"])
    expect(primitives()).not.toContain(module);
});

test("describeRuntime names all modules for the model, and all primitives beyond shadcn/ui", () => {
  const text = describeRuntime();
  expect(primitives()).toEqual(expect.arrayContaining([...SHADCN]));
  expect(text).toContain("All of shadcn/ui");
  const unnamed = primitives().filter((name) => !SHADCN.has(name));
  for (const name of [...modules(), ...unnamed]) expect(text).toContain(name);
  // The text is in every request to the model.
  expect(text.length).toBeLessThan(2_500);
});

test("the policy of a frame's document allows only the runtime's own files", async () => {
  const { headers } = sandboxDocument(runtime(), "s-a.localhost:3000");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("sandbox allow-scripts allow-forms;");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src http:\/\/s-a\.localhost:3000\/rt\/ blob: 'sha256-[\w+/=]+';/);
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
  expect(headers.get("connection-allowlist")).toBe("(response-origin)");
});

test("runtimeFile serves files with immutable caching and CORS for frames", async () => {
  const { headers } = await runtimeFile(runtimeFolder(), runtime().script);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("cache-control")).toContain("immutable");
  expect(headers.get("content-type")).toContain("text/javascript");
});

test.each(["manifest.json", "icons.json", "../../manifest.json", "nothing.js", "", ".."])(
  "runtimeFile does not serve %j",
  async (name) => {
    await expect(runtimeFile(runtimeFolder(), name)).rejects.toThrow("no such file");
  },
);
