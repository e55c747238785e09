"use client";

import { Bookmark, ChartLine, type LucideIcon, Map as MapIcon, Sparkles } from "lucide-react";
import { openings } from "@/lib/shared/openings";
import type { ModelInUse } from "./model-in-use";

const ICONS: Record<string, LucideIcon> = { map: MapIcon, "chart-line": ChartLine, bookmark: Bookmark };

/** An empty conversation: three things that work, and who would answer. */
export function FirstRun({ model, onSend }: { model: ModelInUse; onSend: (text: string) => void }) {
  return (
    <div className="my-auto flex flex-col gap-6 py-8">
      <div className="flex flex-col gap-1">
        <h2 className="text-title font-strong">What shall we begin with?</h2>
        <p className="text-prose text-ink-2">
          Say what you need. It answers in words here, and with things to use on the canvas.
        </p>
      </div>
      <ul className="flex flex-col gap-2">
        {openings.map(({ id, title, text, icon }) => {
          const Icon = ICONS[icon] ?? Sparkles;
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => onSend(text)}
                className="flex min-h-12 w-full items-center gap-3 rounded-sheet border border-line py-1.5 pr-3.5 pl-2 text-left transition-colors hover:border-line-control hover:bg-fill-hover"
              >
                <span className="flex size-8 shrink-0 items-center justify-center rounded-in bg-fill text-ink-2">
                  <Icon aria-hidden className="size-4" />
                </span>
                <span className="font-medium">{title}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <p className="text-meta text-ink-3">
        <WhoAnswers model={model} />
      </p>
    </div>
  );
}

function WhoAnswers({ model: { label, isDemo, problem } }: { model: ModelInUse }) {
  if (problem) return problem;
  if (!isDemo) return `${label} answers.`;
  return (
    <>
      A demo script answers, not a language model. To connect one, set <code>OPENAI_API_KEY</code>, or{" "}
      <code>OPENAI_BASE_URL</code> for any compatible server, and start Easel again.
    </>
  );
}
