import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { connect } from "@/lib/store/connection";
import { anotherDatabase } from "@/lib/store/testing/database";
import { checkKeyFile, replaceKeyFile } from "./check-key";

const database = await anotherDatabase();
const sql = connect(database.url, { max: 1 });
let dataDir: string;
let path: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "easel-key-"));
  path = join(dataDir, "secret.key");
});
afterEach(() => rmSync(dataDir, { recursive: true }));
afterAll(async () => {
  await sql.end();
  await database.drop();
});

test("a damaged key file throws with the remedy and is not changed", () => {
  writeFileSync(path, "short");
  expect(() => checkKeyFile({ dataDir, secret: undefined })).toThrow(
    /secret\.key is damaged\. Restore a copy/,
  );
  expect(readFileSync(path, "utf8")).toBe("short");
});

test("a damaged key file that EASEL_SECRET replaces is not read", () => {
  writeFileSync(path, "short");
  expect(checkKeyFile({ dataDir, secret: "correct horse battery" })).toEqual({ isMissing: false });
});

test("a missing key file is created without a warning while the database has no credentials", async () => {
  expect(checkKeyFile({ dataDir, secret: undefined })).toEqual({ isMissing: true });
  expect(existsSync(path)).toBe(false);
  expect(await replaceKeyFile(database.url, dataDir)).toBeNull();
  expect(checkKeyFile({ dataDir, secret: undefined })).toEqual({ isMissing: false });
});

test("a missing key file is reported with the credentials that it encrypted", async () => {
  await sql`insert into workspace_settings (key, value) values ('provider:openai', '{"apiKey": "v1.sealed"}')`;
  expect(await replaceKeyFile(database.url, dataDir)).toMatch(
    /secret\.key was missing.* put back a copy .*enter these again: .*openai/s,
  );
});
