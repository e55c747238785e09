"use client";

import { lazy, Suspense, useDeferredValue } from "react";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { ScrollArea } from "@/components/ui/scroll-area";
import { languageName } from "./language-name";

const Highlighted = lazy(() => import("./highlighted").then((module) => ({ default: module.Highlighted })));

/** Beyond this, colouring costs more than it gives. */
const MOST_HIGHLIGHTED = 50_000;

type CodeBoxProps = { text: string; language: string; className?: string };

/** Verbatim text with its language and a way to copy it; coloured as soon as the highlighter is there. */
export function CodeBox({ text, language, className }: CodeBoxProps) {
  const calm = useDeferredValue(text);
  const plain = !language || language === "text" || text.length > MOST_HIGHLIGHTED;
  return (
    <div className={cn("overflow-hidden rounded-in bg-fill", className)}>
      <div className="flex h-9 items-center justify-between pr-1 pl-3 text-meta text-ink-3 max-md:h-11">
        {languageName(language)}
        <CopyButton named text={() => text} className="text-meta" />
      </div>
      <ScrollArea label={`Code, ${languageName(language)}`} className="max-h-140">
        <pre className="w-fit px-3 pb-3 text-meta/[18px]">
          <code>
            {plain ? (
              text
            ) : (
              <Suspense fallback={text}>
                <Highlighted text={calm} language={language} />
              </Suspense>
            )}
          </code>
        </pre>
      </ScrollArea>
    </div>
  );
}
