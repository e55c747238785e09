import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { locate } from "./locate";

const source = `import { useState } from "react";

export default function Board({ ideas }) {
  const [shown] = useState(ideas);
  return <ul>{shown.map((idea) => <li>{idea}</li>)}</ul>;
}
`;
const { code, map } = transformSync(source, { loader: "tsx", jsx: "automatic", sourcemap: "external" });

const stackAt = (text: string): string => {
  const before = code.slice(0, code.indexOf(text)).split("\n");
  const place = `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  return `TypeError: no\n    at Board (blob:null/1f2e-3d:${place})\n    at f (http://s-1.localhost:3000/rt/core.js:1:2)`;
};

describe("locate", () => {
  it("returns the line of the source with the lines around it", () => {
    const found = locate(stackAt("map("), map);
    expect(found).toMatchObject({ line: 5 });
    expect(found?.excerpt).toContain("> 5 |   return <ul>{shown.map(");
    expect(found?.excerpt).toContain("  4 |   const [shown]");
  });

  it("parses stacks of other browsers", () => {
    const [, place] = /(:\d+:\d+)\)/.exec(stackAt("map(")) ?? [];
    expect(locate(`Board@blob:null/1f2e-3d${place}\nf@http://x/rt/core.js:1:2`, map)?.line).toBe(5);
  });

  it("returns undefined for a stack without the component, and for a broken map", () => {
    expect(locate("Error: no\n    at f (http://s-1.localhost:3000/rt/core.js:1:2)", map)).toBeUndefined();
    expect(locate(stackAt("map("), "{")).toBeUndefined();
    expect(locate("blob:null/1:999999:1", map)).toBeUndefined();
  });
});
