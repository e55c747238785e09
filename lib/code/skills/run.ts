import { packagesFor } from "@/lib/code/deno/packages";
import { AppError } from "@/lib/shared/errors";
import type { SkillContent } from "@/lib/shared/skills/contract";
import { noFile } from "./save";

const RUNS = /\.(?:js|mjs|ts|mts)$/i;
const OTHERS: Record<string, string> = {
  py: "Python",
  sh: "shell",
  bash: "shell",
  rb: "Ruby",
  pl: "Perl",
  ps1: "PowerShell",
  cjs: "CommonJS",
};

/** Returns the text of a script that Deno can run. Throws an AppError for any other file. */
export function scriptOf(name: string, path: string, content: SkillContent): string {
  const file = content.files.find((one) => one.path === path);
  if (!file) throw noFile(name, path, content);
  const language = OTHERS[path.split(".").at(-1)?.toLowerCase() ?? ""];
  if (!RUNS.test(path) || !("text" in file))
    throw new AppError(
      "invalid",
      `${path} is ${language ? `a ${language} script` : "not a script"}. Only JavaScript and TypeScript modules (.ts, .js, .mjs) run here, in Deno without a shell or other programs. Read the file with use_skill, and do the same with code or run_sandbox_code.`,
    );
  return file.text;
}

/** Splits the files of a skill into sources and binary files of a program's folder. */
export function programFiles({ markdown, files }: SkillContent) {
  const sources: Record<string, string> = { "SKILL.md": markdown };
  const assets: { hash: string; path: string }[] = [];
  for (const file of files) {
    if ("text" in file) sources[file.path] = file.text;
    else assets.push({ hash: file.hash, path: file.path });
  }
  return { sources, assets };
}

/** Returns the registries for the packages that the modules of a skill import. */
export const packagesOfSkill = (agentId: string, { files }: SkillContent) =>
  packagesFor(
    agentId,
    files.flatMap((file) => ("text" in file && RUNS.test(file.path) ? [file.text] : [])),
  );
