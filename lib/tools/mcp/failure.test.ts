import { ProtocolError, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { serverFailureOf } from "./failure";

test("a server's own message is shown unchanged, even if it is about timeouts or schemas", () => {
  for (const message of ["The query timed out.", "The arguments do not fit the JSON schema.", "Parse error."])
    expect(serverFailureOf(new ProtocolError(-32603, message))).toBe(message);
});

test("recognizes our timeouts and invalid responses by the SDK's code", () => {
  const timeout = new SdkError(SdkErrorCode.RequestTimeout, "Maximum total timeout exceeded", { ms: 1 });
  expect(serverFailureOf(timeout)).toMatch(/took too long/);
  expect(serverFailureOf(new SdkError(SdkErrorCode.RequestTimeout, "Error: closed"))).toBe("Error: closed.");
  const cause = new SyntaxError("Unexpected end of JSON input");
  for (const error of [
    cause,
    new SdkError(SdkErrorCode.InvalidResult, "Invalid result for tools/list"),
    new SdkError(SdkErrorCode.EraNegotiationFailed, "The probe failed", undefined, { cause }),
  ])
    expect(serverFailureOf(error)).toMatch(/does not follow the Model Context Protocol/);
});

test("the message of a timeout names the time limit that has passed", () => {
  expect(serverFailureOf(new Error("aborted"), 90_000)).toContain("within 90 s");
});
