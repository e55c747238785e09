import { afterEach, expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { testRequest } from "@/lib/platform/http/test-request";
import { countLoginAttempt } from "./login-limit";

afterEach(closeAll);

const tryFrom = (...addresses: string[]) =>
  countLoginAttempt(testRequest("/api/login", { headers: { "x-forwarded-for": addresses.join(", ") } })).then(
    () => "taken",
    (error) => error.code,
  );

test("countLoginAttempt limits the total of attempts from all addresses", async () => {
  const all = await Promise.all(Array.from({ length: 70 }, (_, at) => tryFrom(`198.51.100.${at}`)));
  expect(all.filter((each) => each === "taken")).toHaveLength(60);
});

test("countLoginAttempt counts the attempts of each address separately", async () => {
  await Promise.all(Array.from({ length: 200 }, () => tryFrom("198.51.100.1")));
  expect(await tryFrom("198.51.100.2")).toBe("taken");
});

test("countLoginAttempt takes the address from the last X-Forwarded-For entry, which clients cannot forge", async () => {
  const all = await Promise.all(Array.from({ length: 8 }, (_, at) => tryFrom(`10.0.0.${at}`, "203.0.113.9")));
  expect(all.filter((each) => each === "taken")).toHaveLength(5);
});

test("countLoginAttempt counts all requests without an address together", async () => {
  const all = await Promise.all(
    Array.from({ length: 8 }, () => countLoginAttempt(testRequest("/api/login")).catch(() => null)),
  );
  expect(all.filter((each) => each === undefined)).toHaveLength(5);
});
