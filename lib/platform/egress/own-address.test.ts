import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { env } from "@/lib/ground/base/env";
import { refuseOwn } from "./own-address";
import { portOf } from "./target";

const { PORT } = env();
const REFUSAL = "That address is Easel itself";
const at =
  (text: string, address: string, allowMcp = false) =>
  () => {
    const url = new URL(text);
    refuseOwn({ url, port: portOf(url), addresses: [{ address }] }, allowMcp);
  };
const here = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
const others = here.map(({ address }): [string, string] => ["http://this-machine.example", address]);

test.each<[string, string]>([
  ["http://localhost", "127.0.0.1"],
  ["https://s-a.localhost", "::1"],
  ["http://127.9.9.9", "127.9.9.9"],
  ["http://[::ffff:127.0.0.1]", "::ffff:7f00:1"],
  ["http://0.0.0.0", "0.0.0.0"],
  ...others,
])("refuseOwn refuses %s at %s with this server's port and accepts another port", (origin, address) => {
  expect(at(`${origin}:${PORT}/api/prompt`, address)).toThrow(REFUSAL);
  expect(at(`${origin}:${PORT + 1}/`, address)).not.toThrow();
});

test("refuseOwn accepts the same port of another machine", () => {
  expect(at(`http://searxng.example:${PORT}/`, "10.9.8.7")).not.toThrow();
});

test.each([
  "https://easel.example.com/api/mcp",
  "https://easel.example.com./api/mcp",
  "https://EASEL.example.com:443/",
  "http://easel.example.com/",
])("refuseOwn refuses %s if its host is the public origin", (url) => {
  const environment = env();
  const EASEL_ORIGIN = environment.EASEL_ORIGIN;
  environment.EASEL_ORIGIN = "https://easel.example.com";
  onTestFinished(() => {
    environment.EASEL_ORIGIN = EASEL_ORIGIN;
  });
  expect(at(url, "203.0.113.5")).toThrow(REFUSAL);
  expect(at("https://www.example.com/", "203.0.113.5")).not.toThrow();
});

test("refuseOwn refuses this server's own address, except /mcp for a server that the user added", () => {
  const own = `http://localhost:${PORT}`;
  expect(at(`${own}/mcp`, "127.0.0.1", true)).not.toThrow();
  expect(at(`${own}/mcp`, "127.0.0.1")).toThrow(REFUSAL);
  for (const path of ["/api/mcp", "/mcp/", "/MCP", "/mcp/../api/mcp", "/%6dcp"])
    expect(at(own + path, "127.0.0.1", true)).toThrow(REFUSAL);
});
