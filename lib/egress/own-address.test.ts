import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { env } from "@/lib/base/env";
import { refuseOwn } from "./own-address";

const { PORT } = env();
const at = (url: string, address: string) => () =>
  refuseOwn({ url: new URL(url), addresses: [{ address, family: address.includes(":") ? 6 : 4 }] });
const here = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
const others = here.map(({ address }): [string, string] => ["http://this-machine.example", address]);

test.each<[string, string]>([
  ["http://localhost", "127.0.0.1"],
  ["https://s-a.localhost", "::1"],
  ["http://127.9.9.9", "127.9.9.9"],
  ["http://[::ffff:127.0.0.1]", "::ffff:7f00:1"],
  ["http://0.0.0.0", "0.0.0.0"],
  ...others,
])("%s at %s and Easel's own port is Easel, another port is not", (origin, address) => {
  expect(at(`${origin}:${PORT}/api/prompt`, address)).toThrow("That is Easel itself");
  expect(at(`${origin}:${PORT + 1}/`, address)).not.toThrow();
});

test("the same port of another machine is not Easel", () => {
  expect(at(`http://searxng.example:${PORT}/`, "10.9.8.7")).not.toThrow();
});
