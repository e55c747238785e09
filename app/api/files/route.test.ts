import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { answer } from "@/lib/platform/http/test-request";
import { storedFiles } from "@/lib/shared/files";
import { testDatabase } from "@/lib/store/testing/database";
import { POST as bringBack } from "./[id]/restore/route";
import { GET as bytesOf, DELETE as removeOne } from "./[id]/route";
import { GET as listAll, POST } from "./route";

const database = await testDatabase();
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-files-"));
  vi.stubEnv("EASEL_DATA_DIR", folder);
});
afterEach(async () => {
  await closeAll();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => database.drop());

const ORIGIN = "http://localhost:3000";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNYZWwMAAKbARGWi8UhAAAAAElFTkSuQmCC",
  "base64",
);
const request = (path: string, init: RequestInit & { duplex?: "half" } = {}) =>
  new Request(`${ORIGIN}${path}`, { ...init, headers: { host: "localhost:3000", ...init.headers } });
const raw = (name: string, body: BodyInit, type = "application/octet-stream") =>
  POST(
    request(`/api/files?${new URLSearchParams({ name })}`, {
      method: "POST",
      body,
      headers: { "content-type": type },
      duplex: "half",
    }),
  );
const form = (...files: File[]) => {
  const body = new FormData();
  for (const file of files) body.append("file", file);
  return POST(request("/api/files", { method: "POST", body }));
};
const stored = async (response: Response) => {
  expect(response.status).toBe(201);
  return storedFiles.parse(await response.json()).files;
};
const get = (id: string, headers: Record<string, string> = {}, query = "") =>
  bytesOf(request(`/api/files/${id}${query}`, { headers }), { params: Promise.resolve({ id }) });
const leavings = async () => (await readdir(join(folder, "files", "incoming")).catch(() => [])).length;

test.each([
  [4_294_967_295, 1],
  [1, 2_147_483_648],
])("returns 422 with the size for an image whose header claims %d × %d pixels", async (width, height) => {
  const claims = Buffer.from(PNG);
  claims.writeUInt32BE(width, 16);
  claims.writeUInt32BE(height, 20);
  const { status, error } = await answer(await raw("huge.png", new Uint8Array(claims), "image/png"));
  expect([status, error.code]).toEqual([422, "invalid"]);
  expect(error.message).toContain(`${width} × ${height} pixels`);
});

test("stores the files of a form with types from their bytes, and returns them unchanged", async () => {
  const files = await stored(
    await form(new File([PNG], "dot.png", { type: "image/png" }), new File(["a,b\n1,2\n"], "größe.csv")),
  );
  expect(files).toMatchObject([
    { name: "dot.png", mediaType: "image/png", size: PNG.length, width: 1, height: 1, origin: "upload" },
    { name: "größe.csv", mediaType: "text/csv", size: 8, width: null },
  ]);
  const response = await get(files[1]?.id ?? "");
  expect(await response.text()).toBe("a,b\n1,2\n");
  expect(response.headers.get("content-disposition")).toBe(
    "attachment; filename=\"gr__e.csv\"; filename*=UTF-8''gr%C3%B6%C3%9Fe.csv",
  );
  expect(await leavings()).toBe(0);
});

test("lists the picture of a point only on request", async () => {
  const path = `/api/files?${new URLSearchParams({ name: "Costs.png", origin: "point" })}`;
  const [picture] = await stored(await POST(request(path, { method: "POST", body: new Uint8Array(PNG) })));
  expect(picture?.origin).toBe("point");
  const idsIn = async (query: string) => {
    const listed = await (await listAll(request(`/api/files?${query}`))).json();
    return storedFiles.parse(listed).files.map(({ id }) => id);
  };
  expect(await idsIn("type=image")).not.toContain(picture?.id);
  expect(await idsIn("")).not.toContain(picture?.id);
  expect(await idsIn("origin=point")).toContain(picture?.id);
});

test("returns 413 once more than 50 MB have arrived, and leaves no temporary file", async () => {
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
  });
  const big = new ReadableStream({
    start(controller) {
      for (let mb = 0; mb < 51; mb++) controller.enqueue(new Uint8Array(1_000_000));
      controller.close();
    },
  });
  for (const body of [big, endless]) {
    const refused = await answer(await raw("big.bin", body));
    expect(refused).toMatchObject({ status: 413, error: { code: "too_large" } });
  }
  expect((await form(new File([new Uint8Array(50_000_001)], "big.bin"))).status).toBe(413);
  expect(await leavings()).toBe(0);
});

test.each([
  ["a form without a boundary", "multipart/form-data", "x"],
  [
    "a form without an end",
    "multipart/form-data; boundary=b",
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
  ],
  ["a form of random bytes", "multipart/form-data; boundary=b", "\0\x01\x02--b--b--\r\n\r\n"],
  [
    "a form with a field instead of a file",
    "multipart/form-data; boundary=b",
    '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\nabc\r\n--b--\r\n',
  ],
  [
    "a form whose file has another part name",
    "multipart/form-data; boundary=b",
    '--b\r\ncontent-disposition: form-data; name="x"; filename="a"\r\n\r\nabc\r\n--b--\r\n',
  ],
  ["an empty body", "text/plain", ""],
])("returns an error and stores nothing for %s", async (_, type, body) => {
  const refused = await answer(await raw("a", body, type));
  expect([400, 422]).toContain(refused.status);
  expect(refused.error.message).toMatch(/\w+ \w+/);
  expect(await leavings()).toBe(0);
});

test("the media type comes from the bytes, not from name or header", async () => {
  const html = "<script>alert(1)</script>";
  const [png] = await stored(await raw("evil.png", html, "image/png"));
  const [svg] = await stored(
    await raw("a.svg", `<svg xmlns="http://www.w3.org/2000/svg">${html}</svg>`, "image/png"),
  );
  const [lie] = await stored(await raw("page.html", PNG, "text/html"));
  expect([png?.mediaType, svg?.mediaType, lie?.mediaType]).toEqual([
    "text/plain",
    "image/svg+xml",
    "image/png",
  ]);
  for (const [file, how] of [
    [png, "attachment"],
    [svg, "attachment"],
    [lie, "inline"],
  ] as const) {
    const { headers } = await get(file?.id ?? "");
    expect(headers.get("content-disposition")).toContain(how);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
  }
});

test("supports ranges, ETags and ?download", async () => {
  const [file] = await stored(await raw("dot", PNG));
  const id = file?.id ?? "";
  expect(file?.name).toBe("dot.png");
  const part = await get(id, { range: "bytes=1-3" });
  expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([
    206,
    "PNG",
    `bytes 1-3/${PNG.length}`,
  ]);
  expect(Buffer.from(await (await get(id, { range: "bytes=-4" })).arrayBuffer())).toEqual(PNG.subarray(-4));
  expect((await get(id, { range: `bytes=${PNG.length}-` })).status).toBe(416);
  expect((await get(id, { range: "bytes=0-1,3-4" })).status).toBe(200);
  const tag = part.headers.get("etag") ?? "";
  expect((await get(id, { "if-none-match": tag })).status).toBe(304);
  expect((await get(id, {}, "?download")).headers.get("content-disposition")).toContain("attachment");
});

test("returns 404 for a deleted file until it is restored", async () => {
  const [one] = await stored(await raw("one.txt", "same"));
  const [two] = await stored(await raw("two.txt", "same"));
  expect(one?.id).not.toBe(two?.id);
  const id = one?.id ?? "";
  const params = { params: Promise.resolve({ id }) };
  expect((await removeOne(request(`/api/files/${id}`, { method: "DELETE" }), params)).status).toBe(204);
  expect((await get(id)).status).toBe(404);
  expect((await bringBack(request(`/api/files/${id}/restore`, { method: "POST" }), params)).status).toBe(200);
  expect(await (await get(id)).text()).toBe("same");
});

test("lists files newest first in pages, and images with ?type=image", async () => {
  await stored(await raw("a.txt", "a"));
  const [png] = await stored(await raw("b.png", PNG));
  const { files } = storedFiles.parse(await (await listAll(request("/api/files?type=image"))).json());
  expect(files[0]).toEqual(png);
  expect(files.every(({ mediaType }) => mediaType === "image/png")).toBe(true);
  expect((await listAll(request("/api/files?cursor=x"))).status).toBe(422);
});
