import { expect, test, vi } from "vitest";
import { lookup } from "./lookup";

const asked = vi.hoisted((): { name: string; answer: (addresses: unknown) => void }[] => {
  vi.stubEnv("UV_THREADPOOL_SIZE", "4");
  return [];
});
vi.mock("node:dns/promises", () => ({
  lookup: (name: string) => new Promise((answer) => asked.push({ name, answer })),
}));

test("lookup limits concurrent lookups, so that unresponsive names leave threads free", async () => {
  const found = [lookup("a.example"), lookup("b.example"), lookup("a.example")];
  await expect.poll(() => asked.map(({ name }) => name)).toEqual(["a.example"]);
  asked[0]?.answer([{ address: "93.184.215.14", family: 4 }]);
  await expect.poll(() => asked.map(({ name }) => name)).toEqual(["a.example", "b.example"]);
  expect(await found[2]).toEqual(await found[0]);
  asked[1]?.answer([]);
  expect(await found[1]).toEqual([]);
});
