"use client";

import { ChartLine, Croissant, type LucideIcon, MessageCircle, Wrench } from "lucide-react";
import { showIntent } from "@/components/client/intent";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import Link from "@/components/ui/kit/agent-base";
import { later } from "@/components/ui/later";
import { AGENT_EXAMPLES } from "@/lib/shared/agents/agent-examples";
import { type Opening, openings } from "@/lib/shared/openings";
import type { ModelInUse } from "./model-in-use";

const ICONS: Record<string, LucideIcon> = { "chart-line": ChartLine, croissant: Croissant, wrench: Wrench };

const LocalOffer = later(() =>
  import("@/components/settings/models/local-offer").then((module) => module.LocalOffer),
);

const ServerOpenings = later(() => import("./server-openings").then((module) => module.ServerOpenings));

/**
 * Returns the example's openings while the agent's description is still that of an example, otherwise the
 * default ones.
 */
function openingsOf(description: string): readonly Suggestion[] {
  const example = AGENT_EXAMPLES.find((one) => one.description === description);
  return example ? example.openings.map((text) => ({ id: text, title: text, text })) : openings;
}

type Suggestion = Pick<Opening, "id" | "title" | "text"> & Partial<Opening>;

/** Shown in an empty conversation: the agent's purpose, suggested messages and the model. */
export function FirstRun({ model, onSend }: { model: ModelInUse; onSend: (text: string) => void }) {
  const { agents, current } = useAgentChoice();
  const description = agents.find(({ id }) => id === current)?.description ?? "";
  return (
    <div className="my-auto flex flex-col gap-6 py-8">
      <div className="flex flex-col gap-1">
        <h2 className="text-title font-strong">What shall we begin with?</h2>
        <p className="text-prose wrap-anywhere text-ink-2">
          {description ||
            "An agent that answers with things to use: forms, tables, charts and small apps on the canvas. It remembers, and it makes its own tools. Say what you need."}
        </p>
      </div>
      <ul className="flex flex-col gap-2">
        {openingsOf(description).map(({ id, title, about, text, icon = "" }) => {
          const Icon = ICONS[icon] ?? MessageCircle;
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => onSend(text)}
                onPointerEnter={showIntent}
                onFocus={showIntent}
                className="flex min-h-12 w-full items-center gap-3 rounded-sheet border border-line py-1.5 pr-3.5 pl-2 text-left transition-colors hover:border-line-control hover:bg-fill-hover"
              >
                <span className="flex size-8 shrink-0 items-center justify-center rounded-in bg-fill text-ink-2">
                  <Icon aria-hidden className="size-4" />
                </span>
                <span className="flex min-w-0 flex-col">
                  <span className="font-medium">{title}</span>
                  {about && <span className="text-meta text-ink-3">{about}</span>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <div className="relative text-meta text-ink-3">
        <p>
          <WhoAnswers model={model} />
        </p>
        {/* This part loads later than the others and is positioned absolutely, so that they do not move. */}
        <div className="absolute inset-x-0 top-full">
          {model.isDemo && (
            <p className="pt-1">
              <LocalOffer />
            </p>
          )}
          <ServerOpenings />
        </div>
      </div>
    </div>
  );
}

function WhoAnswers({ model: { label, isDemo, problem } }: { model: ModelInUse }) {
  if (!problem && !isDemo) return `${label} answers.`;
  return (
    <>
      {problem ?? "A demo script answers, not a language model."}{" "}
      <Link
        href="/settings/models"
        className="whitespace-nowrap text-ink underline decoration-line-control underline-offset-4 transition-colors hover:decoration-ink"
      >
        {problem ? "Open the settings" : "Connect a model"}
      </Link>
    </>
  );
}
