import { expect, test } from "vitest";
import type { Part } from "@/lib/agent/message/message";
import { pathIn, sourcesIn } from "./opencode-parts";

const done = (toolName: string, input: unknown, output: unknown = { said: "Done" }): Part =>
  ({ type: `tool-${toolName}`, toolCallId: toolName, state: "output-available", input, output }) as Part;

test("returns the path of a written file relative to the working directory, also if another server started the work", () => {
  const here = "/tmp/easel-code-1/program";
  const names = [
    "/program/a.ts",
    "/tmp/easel-code-1/program/a.ts",
    "/tmp/easel-code-2/program/a.ts",
    "a.ts",
    "./a.ts",
  ];
  for (const filePath of names) expect(pathIn({ filePath }, here), filePath).toBe("a.ts");
  for (const filePath of ["program/a.ts", "/program/program/a.ts", `${here}/program/a.ts`])
    expect(pathIn({ filePath }, here), filePath).toBe("program/a.ts");
  for (const filePath of [undefined, 7, "", "..", "../a.ts", "/etc/passwd", "/program/../a.ts", ".env"])
    expect(pathIn({ filePath }, here), String(filePath)).toBeNull();
  expect(pathIn(null, here)).toBeNull();
});

test("returns the latest version of each file that the calls wrote", () => {
  const parts = [
    done("opencode_write", { filePath: "/program/main.ts", content: "a" }),
    done("opencode_write", { filePath: "lib/b.ts", content: "b" }),
    done("opencode_edit", { filePath: "/program/main.ts" }, { said: "Done", content: "aa" }),
    done("opencode_edit", { filePath: "/program/c.ts" }),
    done("opencode_read", { filePath: "/program/d.ts" }, { said: "Read", content: "d" }),
    done("my_tool", { filePath: "/program/e.ts" }, null),
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
