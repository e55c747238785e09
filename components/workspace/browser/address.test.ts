import { expect, it } from "vitest";
import { addressOf, typedAddress } from "./address";

it("addressOf splits a URL into scheme, host and rest", () => {
  expect(addressOf("https://example.com/a?b=c#d")).toEqual({
    scheme: "https://",
    isEncrypted: true,
    host: "example.com",
    rest: "/a?b=c#d",
  });
  expect(addressOf("http://example.com:8080/")).toMatchObject({ isEncrypted: false, rest: "" });
  expect(addressOf("about:blank")).toBeUndefined();
  expect(addressOf("")).toBeUndefined();
});

it("addressOf keeps the end of a long host and both ends of a long path", () => {
  const host = `www.bank.example.${"a".repeat(60)}.thief.example`;
  const address = addressOf(`https://${host}/${"x".repeat(900)}/end`);
  expect(address?.host).toMatch(/^www.bank.exa….*\.thief\.example$/);
  expect(address?.host.length).toBeLessThanOrEqual(48);
  expect(address?.rest).toMatch(/^\/x+….*\/end$/);
  expect(address?.rest.length).toBeLessThanOrEqual(300);
});

it("typedAddress parses typed text as a URL with https as the default", () => {
  expect(typedAddress(" example.com/a ")).toBe("https://example.com/a");
  expect(typedAddress("http://localhost:3000")).toBe("http://localhost:3000/");
  expect(typedAddress("localhost:3000")).toBe("https://localhost:3000/");
  for (const nothing of ["", "sourdough", "rye flour", "javascript:alert(1)", "file:///etc/passwd"])
    expect(typedAddress(nothing)).toBeUndefined();
});
