import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageSize } from "image-size";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { image } from "@/e2e/provider/image";
import { closeAll } from "@/lib/ground/base/process";
import { put } from "@/lib/ground/blobs/blobs";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { resolveAgent } from "@/lib/store/agents/agents";
import { add, list, remove } from "@/lib/store/data/files";
import { testDatabase } from "@/lib/store/testing/database";
import { GET as readOne } from "./[id]/route";
import { GET as readSmall } from "./[id]/small/route";
import { GET } from "./route";

const PNG = image("A shelf");
const BODIES: Record<string, Buffer | string> = {
  "/shelf.png": PNG,
  "/drawing.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "/page.png": "<!doctype html><script>alert(1)</script>",
  "/both.png": Buffer.concat([PNG.subarray(0, 20), Buffer.from("<script>")]),
  "/bomb.png": withSize(PNG, 60_000, 60_000),
  "/large.png": Buffer.concat([PNG, Buffer.alloc(10_000_001)]),
};

const database = await testDatabase();
let folder = "";
const elsewhere = createServer(({ url = "" }, response) => {
  const body = BODIES[url];
  response.writeHead(body ? 200 : 404, { "content-type": "image/png", "set-cookie": "a=b" }).end(body);
});
await new Promise<void>((done) => elsewhere.listen(0, "127.0.0.1", done));
const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-images-"));
  vi.stubEnv("EASEL_DATA_DIR", folder);
  vi.stubEnv("EASEL_EGRESS_ALLOW", "127.0.0.1");
});
afterEach(async () => {
  await closeAll();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  elsewhere.close();
  await database.drop();
});

const fetched = (url: string) => GET(testRequest(`/api/images?${new URLSearchParams({ url })}`));
const at = (id: string) => ({ params: Promise.resolve({ id }) });

test("returns an image of another server with nosniff and a sandbox policy", async () => {
  const response = await fetched(`${origin}/shelf.png`);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("sandbox"),
  });
  expect(response.headers.get("set-cookie")).toBeNull();
  expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
});

test.each([
  ["/drawing.svg", 422],
  ["/page.png", 422],
  ["/both.png", 422],
  ["/bomb.png", 422],
  ["/large.png", 413],
  ["/nothing.png", 422],
])("%s is not an image and returns %i", async (path, status) => {
  expect((await fetched(origin + path)).status).toBe(status);
});

test("returns 403 for a non-public address and 422 for an invalid URL", async () => {
  vi.stubEnv("EASEL_EGRESS_ALLOW", "");
  expect(await answer(await fetched(`${origin}/shelf.png`))).toMatchObject({
    status: 403,
    error: { code: "forbidden", message: expect.stringContaining("not on the public internet") },
  });
  for (const url of ["file:///etc/passwd", "data:image/png;base64,AAAA", "x", ""])
    expect((await fetched(url)).status).toBe(422);
});

test("returns 403 for a navigation", async () => {
  const headers = { "sec-fetch-mode": "navigate", "sec-fetch-site": "same-origin" };
  const url = `${origin}/shelf.png`;
  const response = await GET(testRequest(`/api/images?${new URLSearchParams({ url })}`, { headers }));
  expect(response.status).toBe(403);
});

test("returns an image's source and edits, and a smaller version", async () => {
  const agentId = await resolveAgent();
  const stored = await put(PNG, 1_000_000);
  const image = { ...stored, mediaType: "image/png", width: 600, height: 400 };
  const made = await add(agentId, {
    ...image,
    name: "a.png",
    origin: "generated",
    prompt: "A shelf of bread",
  });
  const edits = [];
  for (const name of ["b.png", "c.png"])
    edits.push(await add(agentId, { ...image, name, origin: "edited", sourceId: made.id }));
  const ask = async (id: string) => answer(await readOne(testRequest(`/api/images/${id}`), at(id)));
  expect(await ask(made.id)).toMatchObject({
    file: { id: made.id },
    source: null,
    messageId: null,
    edits: edits.map(({ id }) => ({ id })),
  });
  expect(await ask(edits[1]?.id ?? "")).toMatchObject({ source: { id: made.id }, edits: [] });
  await remove(agentId, edits[0]?.id ?? "");
  expect((await ask(made.id)).edits).toHaveLength(1);
  expect(await ask(crypto.randomUUID())).toMatchObject({ status: 404 });

  const found = await list(agentId, { type: "image", q: "bread SHELF" });
  expect(found.files.map(({ id }) => id)).toEqual([made.id]);
  expect((await list(agentId, { q: "bread 100%" })).files).toEqual([]);

  const small = await readSmall(testRequest(`/api/images/${made.id}/small`), at(made.id));
  expect(imageSize(new Uint8Array(await small.arrayBuffer()))).toMatchObject({ type: "webp", width: 560 });
});

function withSize(png: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(width, 16);
  copy.writeUInt32BE(height, 20);
  return copy;
}
