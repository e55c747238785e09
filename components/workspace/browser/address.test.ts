import { expect, it } from "vitest";
import { addressOf, typedAddress } from "./address";

it("tells how, whose and where", () => {
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

it("shows the end of a long host, which tells whose it is, and both ends of what follows", () => {
  const host = `www.bank.example.${"a".repeat(60)}.thief.example`;
  const address = addressOf(`https://${host}/${"x".repeat(900)}/end`);
  expect(address?.host).toMatch(/^www.bank.exa….*\.thief\.example$/);
  expect(address?.host.length).toBeLessThanOrEqual(48);
  expect(address?.rest).toMatch(/^\/x+….*\/end$/);
  expect(address?.rest.length).toBeLessThanOrEqual(300);
});

it("takes what was typed as an address, https where nothing else was said", () => {
  expect(typedAddress(" example.com/a ")).toBe("https://example.com/a");
  expect(typedAddress("http://localhost:3000")).toBe("http://localhost:3000/");
  expect(typedAddress("localhost:3000")).toBe("https://localhost:3000/");
  for (const nothing of ["", "sourdough", "rye flour", "javascript:alert(1)", "file:///etc/passwd"])
    expect(typedAddress(nothing)).toBeUndefined();
});
