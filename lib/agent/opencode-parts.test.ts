import { expect, test } from "vitest";
import type { Part } from "./message";
import { pathIn, sourcesIn } from "./opencode-parts";

const done = (toolName: string, input: unknown, output: unknown = { said: "Done" }): Part =>
  ({ type: `tool-${toolName}`, toolCallId: toolName, state: "output-available", input, output }) as Part;

test("a file is known by its name below the working directory, wherever that was", () => {
  const here = "/tmp/easel-code-1/work";
  const names = [
    "/work/a.ts",
    "/tmp/easel-code-1/work/a.ts",
    "/tmp/easel-code-2/work/a.ts",
    "a.ts",
    "./a.ts",
  ];
  for (const filePath of names) expect(pathIn({ filePath }, here), filePath).toBe("a.ts");
  for (const filePath of ["work/a.ts", "/work/work/a.ts", `${here}/work/a.ts`])
    expect(pathIn({ filePath }, here), filePath).toBe("work/a.ts");
  for (const filePath of [undefined, 7, "", "..", "../a.ts", "/etc/passwd", "/work/../a.ts", ".env"])
    expect(pathIn({ filePath }, here), String(filePath)).toBeNull();
  expect(pathIn(null, here)).toBeNull();
});

test("what was written before is what the calls say, the last word counting", () => {
  const parts = [
    done("opencode_write", { filePath: "/work/main.ts", content: "a" }),
    done("opencode_write", { filePath: "lib/b.ts", content: "b" }),
    done("opencode_edit", { filePath: "/work/main.ts" }, { said: "Done", content: "aa" }),
    done("opencode_edit", { filePath: "/work/c.ts" }),
    done("opencode_read", { filePath: "/work/d.ts" }, { said: "Read", content: "d" }),
    done("my_tool", { filePath: "/work/e.ts" }, null),
    { ...done("opencode_write", { filePath: "f.ts", content: "f" }), state: "output-error" } as Part,
  ];
  expect(sourcesIn(parts)).toEqual({ "main.ts": "aa", "lib/b.ts": "b" });
  const run = done(
    "code",
    { action: "execute", code: "x", modules: { "lib/b.ts": "bb" } },
    { success: false },
  );
  expect(sourcesIn([...parts, run])).toEqual({ "main.ts": "x", "lib/b.ts": "bb" });
});
