import { expect, it } from "vitest";
import type { ToolPart } from "./parts";
import { isOwnTool, sentenceOf } from "./tool-sentence";

const call = (toolName: string, input: unknown, output?: unknown): ToolPart => ({
  toolCallId: "c",
  toolName,
  state: output === undefined ? "input-available" : "output-available",
  input,
  output,
  errorText: undefined,
  isApproved: undefined,
  edited: undefined,
});
const sentenceFor = (...args: Parameters<typeof call>) => sentenceOf(call(...args));

it("describes web requests and searches", () => {
  const input = { url: "https://www.example.com/a" };
  expect(sentenceFor("fetch_url", input)).toEqual({ words: "Reading example.com", name: undefined });
  const page = { status: 200, ok: true, markdown: "# Rye *bread*\n\nText" };
  expect(sentenceFor("fetch_url", input, page).words).toBe("Read Rye bread — example.com");
  expect(sentenceFor("fetch_url", input, { status: 404 }).words).toBe("Got 404 from example.com");
  expect(sentenceFor("fetch_url", { ...input, method: "POST" }, { status: 201 }).words).toBe(
    "Sent a POST to example.com",
  );
  expect(sentenceFor("web_search", { query: "rye" }, {}).words).toBe("Searched the web for “rye”");
  expect(sentenceFor("web_search", { query: "rye", type: "news" }).words).toBe(
    "Searching the news for “rye”",
  );
});

it("describes a program that failed", () => {
  const input = { action: "execute", code: "x" };
  expect(sentenceFor("code", input, { success: true }).words).toBe("Ran a program");
  expect(sentenceFor("code", input, { success: false, error: "exit code 1" }).words).toBe(
    "Ran a program, which failed",
  );
});

it("describes browser actions by label or selector", () => {
  const opened = { url: "https://example.com/", title: "Example Domain", status: 200 };
  expect(sentenceFor("browser_navigate", { url: "example.com" }, opened).words).toBe(
    "Opened Example Domain — example.com",
  );
  expect(
    sentenceFor("browser_click", { selector: "#send" }, { ok: true, element: 'button "Send"' }).words,
  ).toBe("Clicked “Send”");
  expect(sentenceFor("browser_click", { selector: "#send" }, { ok: true, element: "div" })).toEqual({
    words: "Clicked",
    name: "#send",
  });
  expect(
    sentenceFor("browser_type", { selector: "#mail" }, { element: 'field of type email "Email"' }).words,
  ).toBe("Typed into “Email”");
  expect(sentenceFor("browser_extract_text", {}, { text: "" })).toEqual({
    words: "Read the page",
    name: undefined,
  });
  expect(sentenceFor("browser_extract_text", { selector: "main" }, { text: "" })).toEqual({
    words: "Read the page in",
    name: "main",
  });
});

it("returns a sentence for any input or page title", () => {
  for (const input of [undefined, null, "x", { url: 7 }, { url: "javascript:alert(1)" }, { selector: [] }])
    for (const name of ["fetch_url", "web_search", "browser_navigate", "browser_click", "browser_screenshot"])
      expect(sentenceFor(name, input, { title: 1, url: {} }).words).toMatch(/^[A-Z]/);
  const long = { url: "https://example.com/", title: `a\u202eb\n${"x".repeat(500)}` };
  expect(sentenceFor("browser_navigate", {}, long).words).toMatch(/^Opened a b x+… — example\.com$/);
});

it("describes OpenCode's file tools, and other OpenCode tools by name", () => {
  const input = { filePath: "/program/lib/a.ts", content: "x" };
  expect(sentenceFor("opencode_write", input, { said: "Wrote" })).toEqual({
    words: "Wrote",
    name: "lib/a.ts",
  });
  expect(sentenceFor("opencode_edit", input)).toEqual({ words: "Changing", name: "lib/a.ts" });
  expect(sentenceFor("opencode_read", { filePath: "a.ts" }, {})).toEqual({ words: "Read", name: "a.ts" });
  for (const filePath of ["/program/src/a.ts", "/tmp/easel-1/program/src/a.ts", "src/a.ts"])
    expect(sentenceFor("opencode_read", { filePath }).name).toBe("src/a.ts");
  expect(sentenceFor("opencode_write", {})).toEqual({ words: "Writing a file", name: undefined });
  expect(sentenceFor("opencode_grep", { pattern: "a+" }, {})).toEqual({
    words: "Searched its files for",
    name: "a+",
  });
  const refused = { ...call("opencode_bash", { command: "ls" }), state: "output-error" as const };
  expect(sentenceOf(refused)).toEqual({ words: "Could not use", name: "bash" });
  for (const nonsense of [undefined, null, 7, { filePath: {} }, { pattern: [] }])
    for (const name of ["write", "edit", "read", "list", "glob", "grep", "constructor"])
      expect(sentenceFor(`opencode_${name}`, nonsense).words).toMatch(/^[A-Z]/);
});

it("isOwnTool is false for built-in and OpenCode tools", () => {
  const names = ["fetch_url", "browser_close", "opencode_write", "my_tool"];
  expect(names.map((toolName) => isOwnTool({ toolName }))).toEqual([false, false, false, true]);
});
