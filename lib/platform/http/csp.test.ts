import { getScriptNonceFromHeader } from "next/dist/server/app-render/get-script-nonce-from-header";
import { expect, test } from "vitest";
import { contentSecurityPolicy } from "./csp";

const directive = (policy: string, name: string) =>
  policy.split("; ").find((each) => each.startsWith(`${name} `));

test("the policy contains a nonce that Next finds", () => {
  expect(getScriptNonceFromHeader(contentSecurityPolicy("q9/+aB=="))).toBe("q9/+aB==");
});

test("the policy allows scripts by nonce only, and eval only in development", () => {
  expect(directive(contentSecurityPolicy("n"), "script-src")).toBe("script-src 'nonce-n' 'strict-dynamic'");
  expect(directive(contentSecurityPolicy("n", { dev: true }), "script-src")).toContain("'unsafe-eval'");
});

test("the policy allows framing of the named exact addresses only", () => {
  expect(directive(contentSecurityPolicy("n"), "frame-src")).toBe("frame-src 'none'");
  const frames = ["http://localhost:3000/sandbox", "http://*.localhost:3000/sandbox"];
  expect(directive(contentSecurityPolicy("n", { frames }), "frame-src")).toBe(
    `frame-src ${frames.join(" ")}`,
  );
});

test("the policy has no wildcard and no duplicate directive", () => {
  const policy = contentSecurityPolicy("n", { dev: true });
  expect(policy).not.toMatch(/\*|https?:/);
  const names = policy.split("; ").map((each) => each.split(" ")[0]);
  expect(new Set(names).size).toBe(names.length);
});
