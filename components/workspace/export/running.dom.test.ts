import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { SANDBOX } from "@/lib/shared/frame/sandbox";
import { running } from "./running";

const DOCUMENT = `<!doctype html><html><head>
<script type="importmap">{"imports":{"react":"/rt/1/react.js","recharts":"/rt/1/recharts.js"}}</script>
<script type="module" src="/rt/1/core.js"></script>
<link rel="stylesheet" href="/rt/1/core.css"></head></html>`;
const FILES: Record<string, string> = {
  "react.js": 'import "./shared.js"; export default 1;',
  "recharts.js": "export default 'charts'",
  "shared.js": "export const text = '</script><script>alert(1)</script>'",
  "core.js": "export {}",
};

/** Strings that try to break out of the markup around them. */
const EVIL = [
  "</script><script>alert(1)</script>",
  "<!--<script>",
  "</style><img src=x onerror=alert(1)>",
  '"></iframe><script>alert(1)</script>',
  "'+alert(1)+'",
  "`$" + "{alert(1)}`",
  "&quot;&lt;/script&gt;&#60;script&#62;",
  "\u2028alert(1)\u2029",
  "$& $` $' $1",
  "__proto__",
].join(" ");

const component = (more: object = {}) => ({
  ...{ js: `import React from "react"; export default () => ${JSON.stringify(EVIL)}`, css: EVIL },
  ...{
    props: { rows: [EVIL, { [EVIL]: EVIL }] },
    state: { agent: { [EVIL]: EVIL }, sheet: {} },
    rows: { [EVIL]: { columns: [EVIL], rows: [[EVIL]], truncated: false } },
    title: EVIL,
  },
  ...more,
});

beforeEach(() => {
  // Prevents happy-dom from loading the parsed resources.
  Object.assign(Reflect.get(window, "happyDOM").settings, { handleDisabledFileLoadingAsSuccess: true });
  const server = new FakeServer().on("GET /sandbox", () => new Response(DOCUMENT));
  server.on("GET /rt/1/core.css", () => new Response("a{color:red} @font-face{src:url(x.woff2)}"));
  for (const [name, source] of Object.entries(FILES))
    server.on(`GET /rt/${name}`, () => new Response(source));
  vi.stubGlobal("fetch", server.fetch);
});

const parse = (html: string) => new DOMParser().parseFromString(html, "text/html");
const argumentOf = (script: string) => JSON.parse(script.slice(script.lastIndexOf("})(") + 3, -1));

describe("component in a file", () => {
  it("is one script and one frame for any data, code and title", async () => {
    const page = parse(`<body>${await running(component())}</body>`);
    expect([...page.body.children].map(({ tagName }) => tagName)).toEqual(["SCRIPT", "IFRAME", "P"]);
    const frame = page.querySelector("iframe");
    expect(frame?.getAttributeNames().toSorted()).toEqual(["sandbox", "srcdoc", "title"]);
    expect(frame?.getAttribute("sandbox")).toBe(SANDBOX);
    expect(frame?.title).toBe(EVIL);
    const inside = parse(frame?.getAttribute("srcdoc") ?? "");
    expect(inside.querySelectorAll("script")).toHaveLength(1);
    expect(inside.querySelectorAll("style")).toHaveLength(1);
    expect(inside.querySelectorAll("img, iframe, link, object, base, form")).toHaveLength(0);
  });

  it("receives its data, code and state unchanged", async () => {
    const script = parse(await running(component())).querySelector("script")?.textContent ?? "";
    expect(script).not.toMatch(/<(?!=)\/?[a-z!]/i);
    const { texts, ...mount } = argumentOf(script);
    expect(mount).toEqual(component());
    expect(Object.keys(texts)).toEqual(["answer", "say", "rows", "inEasel"]);
  });

  it("contains its imports recursively, without fonts or requests", async () => {
    const text = await running(component());
    const frame = parse(text).querySelector("iframe")?.getAttribute("srcdoc") ?? "";
    const { files, names } = argumentOf(parse(frame).querySelector("script")?.textContent ?? "");
    expect(Object.keys(files).toSorted()).toEqual(["core.js", "react.js", "shared.js"]);
    expect(names).toEqual({ react: "react.js" });
    expect(files["react.js"]).toContain('import "@easel/shared.js"');
    expect(frame).not.toMatch(/font-face|woff2|\/rt\//);
    expect(text).not.toMatch(/\s(?:src|href)="/);
  });

  it("cannot create a nested document, even after it has replaced built-ins", async () => {
    const frame =
      parse(await running(component()))
        .querySelector("iframe")
        ?.getAttribute("srcdoc") ?? "";
    const [, guard = ""] = /<script>\((\(\) => \{[\s\S]*?\n\})\)\(\);/.exec(frame) ?? [];
    const made: unknown[] = [];
    const prototype = {
      createElement: (name: string) => made.push(name),
      createElementNS: (_: string, name: string) => made.push(name),
    };
    const registry = { define: (...args: unknown[]) => made.push(args.length) };
    const run = new Function("Document", "CustomElementRegistry", `(${guard})()`);
    run({ prototype }, { prototype: registry });
    const exec = RegExp.prototype.exec;
    RegExp.prototype.exec = () => null;
    const refused = ["iframe", "IFRAME", "object", "x:iframe"].map((name) => {
      try {
        prototype.createElementNS("http://www.w3.org/1999/xhtml", name);
        return "made";
      } catch {
        return "refused";
      }
    });
    RegExp.prototype.exec = exec;
    prototype.createElement("div");
    registry.define("x-f", class {}, { extends: "iframe" });
    expect(refused).toEqual(["refused", "refused", "refused", "refused"]);
    expect(made).toEqual(["div", 2]);
  });
});
