import { expect, it } from "vitest";
import { failureText, fieldErrors } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";

it("fieldErrors returns messages by the last part of the path", () => {
  const details = [{ path: "providers.openai.apiKey", message: "A key has at most 2,000 characters" }];
  expect(fieldErrors(new ApiError(422, "The body is not valid.", details))).toEqual(
    new Map([["apiKey", "A key has at most 2,000 characters"]]),
  );
  expect(fieldErrors(new ApiError(409, "Changed elsewhere.", undefined)).size).toBe(0);
  expect(fieldErrors(new TypeError("Failed to fetch")).size).toBe(0);
});

it("failureText returns the server's message, or that Easel cannot be reached", () => {
  expect(failureText(new ApiError(409, "Changed elsewhere.", undefined))).toBe("Changed elsewhere.");
  expect(failureText(new TypeError("Failed to fetch"))).toMatch(/cannot be reached/);
});
