import { randomUUID } from "node:crypto";
import { Talk } from "./api.ts";
import { expect, test } from "./fixtures.ts";
import { raw } from "./raw.ts";
import { begin, incoming, upload } from "./uploads.ts";

test("sanitizes file names and returns them in the headers", async ({ easel }) => {
  const cases = [
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\me\\boot.ini", "boot.ini"],
    ["a\u202egnp.exe", "agnp.exe"],
    ["line\r\nset-cookie: a=b", "lineset-cookie: a=b"],
    ["con.txt", "_con.txt"],
    ["...", "file"],
    [`${"ä".repeat(300)}.csv`, `${"ä".repeat(88)}.csv`],
    ['"; filename="x.exe', '"; filename="x.exe'],
  ];
  for (const [sentName = "", name = ""] of cases) {
    const { status, body } = await upload(easel.url, sentName, "x");
    expect([status, body.files?.[0]?.name]).toEqual([201, name]);
    const response = await fetch(`${easel.url}${body.files[0].url}`);
    expect(response.headers.get("content-disposition")).toContain("filename*=UTF-8''");
    expect(response.headers.get("set-cookie")).toBeNull();
  }
});

test("rejects 51 MB with an error, however they are sent", { tag: "@long" }, async ({ easel, folder }) => {
  const bytes = Buffer.alloc(51_000_000);
  const whole = await upload(easel.url, "big.bin", bytes);
  expect([whole.status, whole.body.error.message]).toEqual([413, expect.stringContaining("50 MB")]);
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "big.bin");
  const sent = await fetch(`${easel.url}/api/files`, { method: "POST", body: form });
  expect([sent.status, (await sent.json()).error.code]).toEqual([413, "too_large"]);
  const fits = await upload(easel.url, "fits.bin", bytes.subarray(0, 50_000_000));
  expect(fits.status).toBe(201);
  expect(incoming(folder)).toEqual([]);
});

test("an aborted upload leaves nothing", async ({ easel, folder }) => {
  const leave = await begin(easel.url, 1_000_000, 400_000);
  await expect.poll(() => incoming(folder).length).toBe(1);
  leave();
  await expect.poll(() => incoming(folder).length).toBe(0);
});

test("a page of another origin can neither upload nor read files", async ({ easel }) => {
  const { body } = await upload(easel.url, "mine.txt", "mine");
  for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
    const sent = await raw(easel.url, { method: "POST", path: "/api/files?name=a", headers, body: "x" });
    expect(sent.status).toBe(403);
    const read = await raw(easel.url, { path: body.files[0].url, headers });
    expect(read.status).toBe(403);
  }
});

test("a message can reference existing files only", async ({ easel }) => {
  const { body } = await upload(easel.url, "a.csv", "a,b\n1,2\n");
  const say = (url: string, more: object = {}) =>
    new Talk(easel.url).send({
      message: { id: randomUUID(), role: "user", parts: [{ type: "file", url, ...more }] },
    });
  const taken = await say(body.files[0].url, { mediaType: "image/png", filename: "lie.png" });
  expect(taken.status).toBe(200);
  await taken.body?.cancel();
  for (const url of [`/api/files/${randomUUID()}`, "/api/files/../health", "https://evil.example/a.csv"]) {
    const refused = await say(url);
    expect(refused.status).toBe(422);
    expect((await refused.json()).error.message).toMatch(/url/);
  }
  const removed = await fetch(`${easel.url}${body.files[0].url}`, { method: "DELETE" });
  expect(removed.status).toBe(204);
  expect((await say(body.files[0].url)).status).toBe(422);
});
