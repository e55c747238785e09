import { readFileSync } from "node:fs";
import { join } from "node:path";
import { singleton } from "@/lib/ground/base/process";

/** Packages that every Next.js app has. */
const PRESENT = new Set(["react", "react-dom", "next"]);
const WITH_TYPES: Record<string, string> = {
  d3: "@types/d3",
  "lodash-es": "@types/lodash-es",
  papaparse: "@types/papaparse",
  "toastify-js": "@types/toastify-js",
};

const versions = () =>
  singleton<Record<string, string>>("registry-versions", () => {
    const path = join(process.env.EASEL_ROOT ?? process.cwd(), "package.json");
    return JSON.parse(readFileSync(path, "utf8")).dependencies;
  });

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** Returns the npm packages of imports, with the versions that Easel uses. */
export function packagesOf(specifiers: Iterable<string>) {
  const names = new Set([...specifiers].filter((each) => !/^[.~/]|^@\//.test(each)).map(packageOf));
  const found = [...names].filter((name) => !PRESENT.has(name)).sort();
  const types = found.flatMap((name) => WITH_TYPES[name] ?? []);
  return {
    dependencies: found.map((name) => (versions()[name] ? `${name}@${versions()[name]}` : name)),
    devDependencies: types,
  };
}
