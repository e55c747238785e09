"use client";

import { ListOrdered, WrapText } from "lucide-react";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import { ScrollArea } from "@/components/ui/scroll-area";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/kit";

const Highlighted = lazy(() => import("./highlighted").then((module) => ({ default: module.Highlighted })));

/** Maximum characters to highlight; longer code would be slow. */
const MAX_HIGHLIGHTED = 50_000;
/** Minimum number of lines for the option to show line numbers. */
const NUMBERED = 5;

/** On devices with a pointer, hidden until the pointer or the focus is on the code. */
const OPTION =
  "transition-opacity aria-pressed:text-ink aria-pressed:opacity-100 md:opacity-0 md:group-focus-within/code:opacity-100 md:group-hover/code:opacity-100 pointer-coarse:opacity-100";

type CodeBoxProps = {
  text: string;
  language: string;
  /** Accessible name that distinguishes boxes of the same language on a page. */
  label?: string;
  wrapped?: boolean;
  className?: string;
};

/** Shows code with its language and a copy button. Highlights it once the highlighter has loaded. */
export function CodeBox({ text, language, label, wrapped = false, className }: CodeBoxProps) {
  const calm = useDeferredValue(text);
  const [wraps, setWraps] = useState(wrapped);
  const [isNumbered, setNumbered] = useState(false);
  const plain = !language || language === "text" || text.length > MAX_HIGHLIGHTED;
  return (
    <div className={cn("group/code overflow-hidden rounded-in bg-fill", className)}>
      <div className="flex h-9 items-center pr-1 pl-3 text-meta text-ink-3 max-md:h-11">
        <span className="flex-1 truncate">{languageName(language)}</span>
        {hasLines(text, NUMBERED) && (
          <IconButton
            label={t("lineNumbers")}
            size="icon-sm"
            aria-pressed={isNumbered}
            onClick={() => setNumbered(!isNumbered)}
            className={OPTION}
          >
            <ListOrdered aria-hidden />
          </IconButton>
        )}
        <IconButton
          label={t("wrapLines")}
          size="icon-sm"
          aria-pressed={wraps}
          onClick={() => setWraps(!wraps)}
          className={OPTION}
        >
          <WrapText aria-hidden />
        </IconButton>
        <CopyButton named text={() => text} className="text-meta" />
      </div>
      <ScrollArea label={t("codeOf", { name: label ?? languageName(language) })} className="max-h-140">
        <pre
          className={cn("px-3 pb-3 text-meta/[18px]", wraps ? "wrap-anywhere whitespace-pre-wrap" : "w-fit")}
        >
          <code>
            {plain && !isNumbered ? (
              text
            ) : (
              <Suspense fallback={text}>
                <Highlighted text={calm} language={plain ? "" : language} numbered={isNumbered} />
              </Suspense>
            )}
          </code>
        </pre>
      </ScrollArea>
    </div>
  );
}

function hasLines(text: string, count: number): boolean {
  let at = -1;
  for (let line = 1; line < count; line++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0) return false;
  }
  return true;
}

function languageName(language: string): string {
  return NAMES[language.toLowerCase()] ?? (language || common("text"));
}

const NAMES: Record<string, string> = {
  bash: "Shell",
  c: "C",
  cpp: "C++",
  csharp: "C#",
  css: "CSS",
  diff: "Diff",
  go: "Go",
  html: "HTML",
  java: "Java",
  javascript: "JavaScript",
  js: "JavaScript",
  json: "JSON",
  jsx: "JSX",
  kotlin: "Kotlin",
  markdown: "Markdown",
  md: "Markdown",
  php: "PHP",
  py: "Python",
  python: "Python",
  rb: "Ruby",
  ruby: "Ruby",
  rust: "Rust",
  sh: "Shell",
  sql: "SQL",
  swift: "Swift",
  get text() {
    return common("text");
  },
  ts: "TypeScript",
  tsx: "TSX",
  typescript: "TypeScript",
  xml: "XML",
  yaml: "YAML",
  yml: "YAML",
};
