import { expect, it } from "vitest";
import { formatted } from "./format";

it("formatted writes code and JSON over several lines", async () => {
  const code =
    "export default function A({ a }: { a: number }) { const b = a; return <p className='x'>{b}</p> }";
  expect(await formatted(code, "tsx")).toContain('\n  const b = a;\n  return <p className="x">{b}</p>;\n');
  expect(await formatted('{"a":[1]}', "json")).toBe('{\n  "a": [\n    1\n  ]\n}\n');
});

it("formatted throws for text that is not valid", async () => {
  await expect(formatted("const = 1", "tsx")).rejects.toThrow();
  await expect(formatted("{", "json")).rejects.toThrow();
});
