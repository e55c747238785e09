"use client";

import { CodeBox } from "@/components/kit/code-box";
import { ValueBox } from "@/components/kit/value-box";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { programOf, programResult } from "@/lib/shared/code/result";

/** A program that was run, as it is being written, with what it wrote itself. */
export function ProgramCall({ tool }: { tool: ToolPart }) {
  const sources = programOf(tool);
  const result = programResult(tool);
  return (
    <>
      {sources.map(({ name, text }) => (
        <div key={name}>
          {sources.length > 1 && <h3 className="mb-1 font-mono text-meta text-ink-3">{name}</h3>}
          <CodeBox text={text} language={languageOf(name)} label={name} wrapped />
        </div>
      ))}
      {result?.stdout && <ValueBox label="Wrote" value={result.stdout} />}
      {result?.stderr && <ValueBox label="Wrote to stderr" value={result.stderr} />}
      {result?.error && <p className="text-meta text-danger">{result.error}</p>}
    </>
  );
}

const languageOf = (name: string): string => (name.endsWith(".json") ? "json" : "typescript");
