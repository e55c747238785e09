import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { meets, needsOf } from "@/lib/shared/members/needs";

const ROOT = "app/(workspace)";
const pages = globSync(`${ROOT}/**/page.tsx`);

const pathOf = (file: string) =>
  dirname(file)
    .slice(ROOT.length)
    .split("/")
    .filter((part) => !/^[[(]/.test(part))
    .join("/");

/** Returns the needs that the page passes to `requirePage`, itself or in a screen beside it. */
function stated(file: string) {
  const near = ["", "..", "../.."].flatMap((up) => globSync(join(dirname(file), up, "*-screen.tsx")));
  const source = [file, ...near]
    .map((one) => readFileSync(one, "utf8"))
    .find((text) => /await requirePage/.test(text));
  const call = /await requirePage\(([\s\S]*?)\);/.exec(source ?? "")?.[1] ?? "";
  return Object.fromEntries(
    [...call.matchAll(/(role|right): "(\w+)"/g)].map(([, key, value]) => [key, value]),
  );
}

describe("the needs of pages", () => {
  it.each(pages)("%s needs what the navigation expects", (file) => {
    expect(stated(file)).toEqual(needsOf(pathOf(file)));
  });

  it("the longest address decides, without query and hash", () => {
    expect(needsOf("/agent/history?kind=board")).toEqual({ right: "edit" });
    expect(needsOf("/agent/activity/code#x")).toEqual({ right: "own" });
    expect(needsOf("/chat/1")).toEqual({});
    expect(needsOf("/agents")).toEqual({});
  });

  it("needs both the role and the right", () => {
    const needs = { role: "admin", right: "own" } as const;
    expect(meets({ role: "admin", right: "own" }, needs)).toBe(true);
    expect(meets({ role: "member", right: "own" }, needs)).toBe(false);
    expect(meets({ role: "owner", right: "edit" }, needs)).toBe(false);
  });
});
