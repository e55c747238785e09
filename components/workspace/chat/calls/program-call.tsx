"use client";

import { cn } from "@/components/ui/cn";
import { CodeBox } from "@/components/ui/kit/code-box";
import { ValueBox } from "@/components/ui/kit/value-box";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { programOf, programResult } from "@/lib/shared/code/result";
import { t } from "@/lib/shared/i18n/en/chatCalls";

export function ProgramCall({ tool }: { tool: ToolPart }) {
  const sources = programOf(tool);
  const result = programResult(tool);
  return (
    <>
      {sources.map(({ name, label = name, text }) => (
        <div key={label}>
          {sources.length > 1 && (
            <h3 className={cn("mb-1 text-meta text-ink-3", label === name && "font-mono")}>{label}</h3>
          )}
          <CodeBox text={text} language={languageOf(name)} label={label} wrapped />
        </div>
      ))}
      {result?.stdout && <ValueBox label={t("wrote")} value={result.stdout} />}
      {result?.stderr && <ValueBox label={t("wroteToStderr")} value={result.stderr} />}
      {result?.error && <p className="text-meta text-danger">{result.error}</p>}
    </>
  );
}

const LANGUAGES: Record<string, string> = {
  ts: "typescript",
  js: "javascript",
  mjs: "javascript",
  md: "markdown",
};

function languageOf(name: string): string {
  const [, ending = ""] = /\.(\w+)$/.exec(name.toLowerCase()) ?? [];
  return LANGUAGES[ending] ?? ending;
}
