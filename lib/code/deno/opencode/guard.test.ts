import { expect, test } from "vitest";
import { mayOffer, SOURCE_NAME, whyNot } from "./guard";

const why = (name: string, input: unknown) => whyNot(name, input, "/program");

test("the guard allows reading and writing files of the working directory by any path", () => {
  for (const filePath of ["main.ts", "/program/main.ts", "./main.ts", "a/b/c/main.ts", "a/../main.ts"])
    for (const name of ["read", "write", "edit"]) expect(why(name, { filePath }), filePath).toBeNull();
  expect(why("list", {})).toBeNull();
  expect(why("list", { path: "" })).toBeNull();
  expect(why("list", { path: "/program" })).toBeNull();
  expect(why("glob", { pattern: "**/*.ts" })).toBeNull();
  expect(why("grep", { pattern: "a", include: "*.ts" })).toBeNull();
  expect(why("read", { filePath: ".hidden" })).toBeNull();
});

test("the guard rejects paths that lead outside", () => {
  const outside = ["/etc/passwd", "..", "../x.ts", "a/../../x.ts", "/program/../x.ts", "/programs/x.ts", "/"];
  for (const path of outside) {
    for (const name of ["read", "write", "edit"])
      expect(why(name, { filePath: path }), path).toContain("outside the working directory");
    expect(why("list", { path }), path).toContain("outside");
    expect(why("glob", { path, pattern: "*" }), path).toContain("outside");
    expect(why("grep", { path, pattern: "a" }), path).toContain("outside");
  }
  expect(why("glob", { pattern: "/etc/*" })).toContain("outside");
  expect(why("glob", { pattern: "../*" })).toContain("outside");
  expect(why("glob", { pattern: "a/../../*" })).toContain("outside");
  expect(why("grep", { pattern: "root", include: "../../etc/passwd" })).toContain("outside");
});

test("the guard allows only plain names for written files", () => {
  const names = [
    ".env",
    "a/.git/config",
    ".opencode/plugin/x.ts",
    "opencode.json\n",
    "a b.ts",
    "a/b/c/d/x.ts",
  ];
  for (const filePath of [...names, `${"x".repeat(101)}`, "/program", "ä.ts", "~/x.ts"])
    expect(why("write", { filePath }), filePath).toContain("is not a valid file name here");
  expect(why("write", { filePath: "x".repeat(100) })).toBeNull();
  expect(SOURCE_NAME.test("a/b/c/main.ts")).toBe(true);
  expect(SOURCE_NAME.test("main.ts\n")).toBe(false);
});

test("the guard rejects an invalid path and names the argument", () => {
  for (const filePath of [7, {}, ["/etc/passwd"], true, "main.ts\0/etc"])
    expect(why("write", { filePath })).toContain("filePath is not a string");
  // OpenCode itself rejects a call without a path.
  for (const input of [undefined, null, "x", 7, []]) expect(why("write", input)).toBeNull();
});

test("the guard offers and forwards no other tool", () => {
  const others = ["bash", "webfetch", "websearch", "task", "patch", "Write", "write ", "", "__proto__"];
  for (const name of [...others, "constructor", "toString"]) {
    expect(mayOffer(name), name).toBe(false);
    expect(why(name, { filePath: "main.ts" }), name).toContain("There is no tool");
  }
  expect(["read", "write", "edit", "list", "glob", "grep"].every(mayOffer)).toBe(true);
});
