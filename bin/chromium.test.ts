import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { unpack } from "./chromium.mjs";

const place = mkdtempSync(join(tmpdir(), "easel-unpack-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const MB = 2 ** 20;

test("concurrent calls unpack complete files", async () => {
  const [packed, target] = [join(place, "packed"), join(place, "unpacked")];
  mkdirSync(packed);
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } };
  writeFileSync(join(packed, "program.br"), brotliCompressSync(Buffer.alloc(64 * MB, 1), quick));
  const sizeOnceThere = async () => {
    await unpack(packed, target);
    return statSync(join(target, "program")).size;
  };
  expect(await Promise.all([sizeOnceThere(), sizeOnceThere()])).toEqual([64 * MB, 64 * MB]);
});
