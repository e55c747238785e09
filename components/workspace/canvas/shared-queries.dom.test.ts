import { afterEach, expect, test, vi } from "vitest";
import { readShared } from "./shared-queries";

const rows = { columns: ["n"], rows: [[1]], row_count: 1, truncated: false, reads: ["shop"] };
const surface = (toolCallId: string) => ({
  conversation: "11111111-1111-4111-8111-111111111111",
  ...{ messageId: "m", toolCallId },
});
const { signal } = new AbortController();
const query = { sql: "select count(*) as n from shop" };

/**
 * Mocks a server that lets all surfaces read except “no”, which it refuses, and “later”, which must ask
 * first.
 */
function serve() {
  const asked = vi.fn(async (_: unknown, init: RequestInit) => {
    const { sheets: surfaces } = JSON.parse(String(init.body)) as { sheets: { toolCallId: string }[] };
    const states = surfaces.map(({ toolCallId }) => {
      if (toolCallId === "no") return { problem: { status: 403, message: "Not this one." } };
      return toolCallId === "later" ? { asks: { kind: "query" } } : {};
    });
    return Response.json({ rows, sheets: states });
  });
  vi.stubGlobal("fetch", asked);
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

test("the same query of twenty surfaces is one request, and each surface gets its own result", async () => {
  const asked = serve();
  const all = Array.from({ length: 20 }, (_, at) => readShared(surface(`s${at}`), query, signal));
  const no = readShared(surface("no"), query, signal);
  const later = readShared(surface("later"), { ...query, params: [] }, signal);
  expect(await Promise.all(all)).toEqual(Array.from({ length: 20 }, () => ({ rows })));
  await expect(no).rejects.toMatchObject({ status: 403, message: "Not this one." });
  expect(await later).toEqual({ asks: { kind: "query" } });
  expect(asked).toHaveBeenCalledTimes(1);
});

test("different and later queries are separate requests, without surfaces that aborted", async () => {
  const asked = serve();
  const gone = new AbortController();
  const left = expect(readShared(surface("left"), query, gone.signal)).rejects.toBeDefined();
  gone.abort();
  await Promise.all([
    readShared(surface("a"), query, signal),
    readShared(surface("a"), { sql: "select 2" }, signal),
  ]);
  await left;
  await readShared(surface("a"), query, signal);
  expect(asked).toHaveBeenCalledTimes(3);
  expect(JSON.stringify(asked.mock.calls)).not.toContain("left");
});
