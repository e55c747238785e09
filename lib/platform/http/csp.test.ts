import { getScriptNonceFromHeader } from "next/dist/server/app-render/get-script-nonce-from-header";
import { expect, test } from "vitest";
import { contentSecurityPolicy } from "./csp";

const directive = (policy: string, name: string) =>
  policy.split("; ").find((each) => each.startsWith(`${name} `));

test("Next finds the nonce in it", () => {
  expect(getScriptNonceFromHeader(contentSecurityPolicy("q9/+aB=="))).toBe("q9/+aB==");
});

test("scripts run by nonce alone; only the development server may evaluate", () => {
  expect(directive(contentSecurityPolicy("n"), "script-src")).toBe("script-src 'nonce-n' 'strict-dynamic'");
  expect(directive(contentSecurityPolicy("n", { dev: true }), "script-src")).toContain("'unsafe-eval'");
});

test("nothing is framed but the exact addresses that are named", () => {
  expect(directive(contentSecurityPolicy("n"), "frame-src")).toBe("frame-src 'none'");
  const frames = ["http://localhost:3000/sandbox", "http://*.localhost:3000/sandbox"];
  expect(directive(contentSecurityPolicy("n", { frames }), "frame-src")).toBe(
    `frame-src ${frames.join(" ")}`,
  );
});

test("it holds no wildcard, and every directive stands once", () => {
  const policy = contentSecurityPolicy("n", { dev: true });
  expect(policy).not.toMatch(/\*|https?:/);
  const names = policy.split("; ").map((each) => each.split(" ")[0]);
  expect(new Set(names).size).toBe(names.length);
});
