import { globSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startQueue } from "@/lib/agent/background/queue";
import { isWhole, sample } from "@/lib/ground/base/testing/sample";
import { testRequest } from "@/lib/platform/http/test-request";
import { resolveAgent } from "@/lib/store/agents/agents";
import { testDatabase } from "@/lib/store/testing/database";

/* Values that pass a schema may still not fit into a column. With ATTACK=all, every GET route gets each of these
   values in every parameter; otherwise each parameter of every second route gets a part of them. */

const database = await testDatabase();
beforeAll(() => startQueue([]).started);
afterAll(() => database.drop());

const UUID = "00000000-0000-0000-0000-000000000000";
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const HOSTILE = [
  ..."-1|NaN|2147483648|99999999999999999999|0000-01-01T00:00:00Z|9999-12-31T23:59:59.999-23:59".split("|"),
  `9999999999999999_${UUID}`,
  base64(["2999-02-30T00:00:00Z", UUID, "m", "c"]),
  base64(["2024-01-01T00:00:00.000000Z", UUID, "\0", "c"]),
  Buffer.from(`2024-02-30 25:00:00+99:99/${UUID}`).toString("base64url"),
  "\0",
  "a".repeat(5_000),
];
const KEYS = ["cursor", "limit", "before", "at", "days", "q", "name", "ids", "call", "host"];
const PART = isWhole ? 1 : 12;
const ROUTES = globSync("**/route.ts", { cwd: import.meta.dirname })
  .sort()
  .map((file, nth) => [file, nth] as const);

test.each(sample(ROUTES, 6))("%s never returns 500 for hostile parameters", async (file, nth) => {
  await resolveAgent();
  const { GET } = await import(/* @vite-ignore */ join(import.meta.dirname, file));
  const path = `/api/${file.replace(/\/?route\.ts$/, "")}`;
  const names = [...path.matchAll(/\[+(?:\.\.\.)?(\w+)\]+/g)].map(([whole, name = ""]) => ({
    name,
    isMany: whole.includes("..."),
  }));
  const ask = async (query: string, value: string) => {
    const left = new AbortController();
    const params = Object.fromEntries(names.map(({ name, isMany }) => [name, isMany ? [value] : value]));
    const request = testRequest(`${path.replace(/\[.*/, "x")}?${query}`, { signal: left.signal });
    const response: Response = await GET(request, { params: Promise.resolve(params) });
    left.abort();
    await response.body?.cancel().catch(() => {});
    return response.status;
  };
  const broken: string[] = [];
  for (const [at, value] of HOSTILE.entries()) {
    const keys = KEYS.filter((_, key) => (nth + at + key) % PART === 0);
    const queries = ["", ...keys.map((key) => new URLSearchParams({ [key]: value }).toString())];
    const inAddress = names.length > 0 ? [value, UUID] : [UUID];
    for (const query of queries)
      for (const segment of query === "" ? inAddress : [UUID])
        if ((await ask(query, segment)) >= 500) broken.push(`${segment}?${query}`);
  }
  expect(broken).toEqual([]);
});
