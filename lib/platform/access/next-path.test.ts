import { expect, test } from "vitest";
import { nextPath } from "./next-path";

test.each([
  "/",
  "/chat/1",
  "/settings/tools?open=web#x",
  "/chat/a%2Fb",
  "/apiary",
  "/loginx",
  "/?next=//evil.example",
])("nextPath returns %s unchanged", (path) => {
  expect(nextPath(path)).toBe(path);
});

test.each([
  undefined,
  "",
  ["/a", "/b"],
  "chat",
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/x/..//evil.example",
  "/%2e//evil.example",
  "/%2E%2E//evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "http:/evil.example",
  "@evil.example",
  "/login",
  "/login?next=/login",
  "/api/logout",
  "/x/../api/state",
])("nextPath returns the start page for %j", (next) => {
  expect(nextPath(next)).toBe("/");
});

test("nextPath always returns a path of this server, however a browser resolves it", () => {
  for (const before of ["/", "/.", "/..", "/%2e", "\\", "/\t", "/a/..", "/;"]) {
    for (const after of [
      "//evil.example",
      "/\\evil.example",
      "\\evil.example",
      "/evil.example",
      "@evil.example",
      ":1",
    ]) {
      const path = nextPath(before + after);
      expect(new URL(path, "http://localhost:3000").origin, before + after).toBe("http://localhost:3000");
    }
  }
});
