import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { isLoopback, NAMES, readEnv } from "./env";

function complaint(source: Record<string, string>): string {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof AppError) return error.message;
  }
  return "";
}

test("readEnv uses defaults if nothing is set", () => {
  expect(readEnv({})).toEqual({
    PORT: 3000,
    EASEL_CHAT_READER: "own",
    HOST: "127.0.0.1",
    EASEL_DATA_DIR: resolve(".easel"),
    EASEL_LOG: "text",
    EASEL_LOG_LEVEL: "info",
    EASEL_EGRESS_ALLOW: [],
    EASEL_FOLDERS: [],
    EASEL_MCP_STDIO: true,
  });
});

test("the example file lists exactly the supported variables", () => {
  const example = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8");
  const named = [...example.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual([...NAMES].toSorted());
});

test("readEnv treats an empty variable as unset", () => {
  expect(readEnv({ PORT: " ", EASEL_PASSWORD: "", DATABASE_URL: "" })).toEqual(readEnv({}));
});

test("readEnv parses and normalizes values", () => {
  const env = readEnv({
    PORT: " 0 ",
    HOST: "[::1]",
    EASEL_ORIGIN: "HTTPS://Easel.Example.com:443/",
    EASEL_EGRESS_ALLOW: "nas.lan, 10.0.0.0/8 fd00::/8,127.0.0.1",
    EASEL_SANDBOX_HOST: "*.Sandbox.example.com",
    EASEL_PASSWORD: " with spaces ",
  });
  expect(env).toMatchObject({
    PORT: 0,
    HOST: "::1",
    EASEL_ORIGIN: "https://easel.example.com",
    EASEL_EGRESS_ALLOW: ["nas.lan", "10.0.0.0/8", "fd00::/8", "127.0.0.1"],
    EASEL_SANDBOX_HOST: "*.sandbox.example.com",
    EASEL_PASSWORD: " with spaces ",
  });
});

test.each([
  ["EASEL_MODEL", "demo"],
  ["EASEL_MODEL", "openai/gpt-5.2"],
  ["EASEL_MODEL", "openai-compatible/qwen/qwen3:8b"],
  ["DATABASE_URL", "postgres://easel@localhost/easel?host=%2Frun%2Feasel"],
  ["DATABASE_URL", "postgresql://u:p@db:5432/easel?sslmode=require"],
  ["OPENAI_BASE_URL", "http://localhost:11434/v1"],
  ["EASEL_BROWSER_WS", "wss://browser.example/x?token=1"],
])("readEnv accepts %s=%s", (name, value) => {
  expect(readEnv({ [name]: value })).toHaveProperty(name, value);
});

test.each([
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "80a"],
  ["PORT", "0x50"],
  ["PORT", "3e3"],
  ["PORT", "3.5"],
  ["HOST", "300.1.1.1"],
  ["HOST", "http://localhost"],
  ["HOST", "localhost:3000"],
  ["HOST", "a b"],
  ["EASEL_ORIGIN", "easel.example.com"],
  ["EASEL_ORIGIN", "https://easel.example.com/path"],
  ["EASEL_ORIGIN", "https://easel.example.com?x"],
  ["EASEL_ORIGIN", "ftp://easel.example.com"],
  ["EASEL_ORIGIN", "null"],
  ["EASEL_MODEL", "gpt-5.2"],
  ["EASEL_MODEL", "openai/"],
  ["EASEL_SANDBOX_HOST", "sandbox.example.com"],
  ["EASEL_SANDBOX_HOST", "*.*.example.com"],
])("readEnv rejects %s=%s with the name, the value and the allowed values", (name, value) => {
  const message = complaint({ [name]: value });
  expect(message).toContain(`${name} is ${JSON.stringify(value)}`);
  expect(message).toMatch(/it must be .{5,}/);
});

test.each([
  ["DATABASE_URL", "mysql://root:hunter2secret@db/easel"],
  ["DATABASE_URL", "hunter2secret"],
  ["OPENAI_API_KEY", "sk-hunter2secret with space"],
  ["OPENAI_API_KEY", "sk-hunter2secret\nx: y"],
  ["OPENAI_BASE_URL", "ftp://me:hunter2secret@host"],
  ["EASEL_SECRET", "hunter2secret"],
  ["EASEL_ORIGIN", "https://me:hunter2secret@easel.example.com"],
  ["EASEL_BROWSER_WS", "http://browser/?token=hunter2secret"],
  ["EASEL_EGRESS_ALLOW", "me:hunter2secret@host"],
  ["EASEL_EGRESS_ALLOW", "10.0.0.0/33"],
  ["EASEL_EGRESS_ALLOW", "nas.lan/24"],
])("readEnv reports an invalid %s without its value", (name, value) => {
  const message = complaint({ [name]: value });
  expect(message).toMatch(new RegExp(`^${name} cannot be used: it must be`));
  expect(message).not.toContain("hunter2secret");
});

test("readEnv reports all invalid variables at once", () => {
  const message = complaint({ PORT: "x", EASEL_MODEL: "y", EASEL_SECRET: "z" });
  expect(message.split("\n").map((line) => line.split(" ")[0])).toEqual([
    "PORT",
    "EASEL_MODEL",
    "EASEL_SECRET",
  ]);
});

describe("listening beyond this machine", () => {
  test.each(["0.0.0.0", "::", "192.168.1.5", "easel.lan", "128.0.0.1", "::ffff:127.0.0.1"])(
    "HOST %s requires a password",
    (HOST) => {
      expect(complaint({ HOST })).toContain("Set EASEL_PASSWORD");
      expect(readEnv({ HOST, EASEL_PASSWORD: "open sesame" }).HOST).toBe(HOST);
    },
  );

  test.each(["127.0.0.1", "127.8.9.1", "localhost", "LOCALHOST", "::1", "[::1]", "0:0:0:0:0:0:0:1"])(
    "HOST %s requires no password",
    (HOST) => {
      expect(isLoopback(readEnv({ HOST }).HOST)).toBe(true);
    },
  );
});
