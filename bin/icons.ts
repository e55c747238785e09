// `npm run icons VERSION`: updates the file with Tabler's icons from that version of the package.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { TABLER } from "./server/runtime-icons.ts";

const version = process.argv[2] ?? "latest";
const folder = mkdtempSync(join(tmpdir(), "easel-icons-"));
try {
  const install = [
    "install",
    "--ignore-scripts",
    "--no-save",
    "--prefix",
    folder,
    `@tabler/icons@${version}`,
  ];
  execFileSync("npm", install, { stdio: "inherit" });
  const icons = { ...read("outline", ""), ...read("filled", "Filled") };
  writeFileSync(join(import.meta.dirname, "..", TABLER), gzipSync(JSON.stringify(icons), { level: 9 }));
  console.log(`${Object.keys(icons).length} icons`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Returns the drawing data of a style by the names of `@tabler/icons-react`. */
function read(style: string, end: string): Record<string, object> {
  const file = join(folder, "node_modules/@tabler/icons", `tabler-nodes-${style}.json`);
  const nodes: Record<string, object> = JSON.parse(readFileSync(file, "utf8"));
  return Object.fromEntries(Object.entries(nodes).map(([name, node]) => [`Icon${pascal(name)}${end}`, node]));
}

function pascal(name: string): string {
  return name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
}
