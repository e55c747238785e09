import { expect, test } from "vitest";
import { explainError, explainOutput } from "./failure";

test("explainError recognises a full disk by the error code, and explainOutput by the output", () => {
  const error = Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC", path: "/data/x" });
  expect(explainError(error, "/data").message).toMatch(
    /^The embedded Postgres cannot use \/data: the disk is full \(\/data\/x\)/,
  );
  const output = "initdb: error: could not write to file: No space left on device\n";
  expect(explainOutput("could not create its database", output).message).toMatch(
    /its database: the disk is full\./,
  );
});

test("explainOutput quotes the error that Postgres logged if the cause is unknown", () => {
  const output = "LOG:  starting\n2026 UTC [7] FATAL:  data directory has wrong ownership\n2026 HINT: none\n";
  expect(explainOutput("could not start", output, "/data/postgres.log").message).toMatch(
    /could not start: data directory has wrong ownership\. Its log is \/data\/postgres\.log\..*DATABASE_URL/,
  );
});
