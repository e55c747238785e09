// Fails where a comment, a document or the name of a test has a turn of phrase that readers stumble over. Prints each
// with its place and the plain form. It finds phrases, not sense: a text without a finding can still be unclear.
import { globSync } from "node:fs";
import { files, parsed, textOf } from "./graph.ts";
import { unclearIn } from "./prose-rules.ts";

type Text = { at: string; text: string };

const found = [...comments(), ...testNames(), ...documents()].flatMap(({ at, text }) =>
  unclearIn(text).map(({ sentence, plain }) => `${at}\n    ${sentence.slice(0, 200)}\n    ${plain}`),
);
if (found.length > 0) {
  console.error(`Prose that is hard to read:\n  ${found.join("\n  ")}`);
  process.exitCode = 1;
}

/** Returns block comments, and line comments with those that follow directly. */
function comments(): Text[] {
  return files.flatMap((file) => {
    const all: (Text & { end: number })[] = [];
    for (const { type, value, loc } of parsed(file).comments ?? []) {
      if (!loc || /^\W*(?:biome-ignore|@)/.test(value)) continue;
      const text = value.replace(/^\s*\*/gm, " ").trim();
      const last = all.at(-1);
      if (type === "CommentLine" && last?.end === loc.start.line - 1)
        Object.assign(last, { text: `${last.text} ${text}`, end: loc.end.line });
      else all.push({ at: `${file}:${loc.start.line}`, text, end: loc.end.line });
    }
    return all;
  });
}

function testNames(): Text[] {
  return files
    .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = textOf(file);
      return [...source.matchAll(/\b(?:test|it|describe)\(\s*(["'`])((?:\\.|(?!\1).)*)\1/g)].map((match) => ({
        at: `${file}:${source.slice(0, match.index).split("\n").length}`,
        text: match[2] ?? "",
      }));
    });
}

/** Returns the lines of documents, with lists and tables as single lines. */
function documents(): Text[] {
  return globSync(["*.md", "{app,bin,components,docs,e2e,lib}/**/*.md"]).flatMap((file) =>
    textOf(file)
      .split(/\n(?=\s*(?:[-*|#]|\d+\.|$))/)
      .map((text) => ({ at: file, text })),
  );
}
