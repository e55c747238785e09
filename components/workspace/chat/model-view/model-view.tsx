"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { ValueBox } from "@/components/ui/kit/value-box";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/chatModelView";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { AssembledPrompt } from "@/lib/shared/tools/assembled";
import { readAssembled, type Wanted } from "./api";
import { Choices } from "./choices";
import { titleOfPart } from "./part-title";
import { asText, byToolset, isSteady, sum } from "./shares";

type ModelViewProps = {
  titles: Readonly<Record<string, string>>;
};

export function ModelView({ titles }: ModelViewProps) {
  const [wanted, setWanted] = useState<Wanted>({});
  const { prompt, problem, isReading, again } = useAssembled(wanted);
  return (
    <>
      <Choices wanted={wanted} model={prompt?.model ?? null} onChoose={setWanted} />
      {problem !== undefined && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p>{t("notAssembled", { problem })}</p>
          <Button variant="outline" onClick={again}>
            {common("tryAgain")}
          </Button>
        </div>
      )}
      {prompt ? (
        <div aria-busy={isReading} className="flex flex-col gap-6">
          <Total prompt={prompt} />
          <Parts prompt={prompt} />
          <Tools prompt={prompt} titles={titles} />
        </div>
      ) : (
        problem === undefined && <Skeleton className="h-80" />
      )}
    </>
  );
}

function Total({ prompt }: { prompt: AssembledPrompt }) {
  const { parts, tools, total, isExact } = prompt;
  const steady = total - sum(parts.filter((part) => !isSteady(part)));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:px-1">
      <p className="min-w-0 flex-1 basis-80 text-ink-2">
        {t.rich("total", {
          exact: String(isExact),
          total,
          text: sum(parts),
          toolTokens: sum(tools),
          tools: tools.length,
          steady,
          b: (text) => <span className="font-medium text-ink">{text}</span>,
        })}
      </p>
      <CopyButton named label={t("copyAll")} variant="outline" size="default" text={() => asText(prompt)} />
    </div>
  );
}

function Parts({ prompt: { parts, total } }: { prompt: AssembledPrompt }) {
  return (
    <TitledCard title={t("systemMessage")}>
      <div className="-mx-5 border-line border-y max-md:-mx-4">
        {parts.map((part) => (
          <Fold
            key={part.id}
            title={titleOfPart(part)}
            note={isSteady(part) ? t("cached") : t("notCached")}
            tokens={part.tokens}
            of={total}
          >
            {() => <ValueBox label={common("text")} value={part.text} />}
          </Fold>
        ))}
      </div>
    </TitledCard>
  );
}

function Tools({ prompt: { tools, total }, titles }: { prompt: AssembledPrompt } & ModelViewProps) {
  if (tools.length === 0) return <TitledCard title={common("tools")}>{t("noTools")}</TitledCard>;
  return (
    <TitledCard title={common("tools")}>
      <div className="flex flex-col gap-5">
        {byToolset(tools).map(({ toolset, tools }) => (
          <section key={toolset} aria-label={titles[toolset] ?? toolset}>
            <h3 className="flex items-baseline gap-2 pb-1.5">
              <span className="font-medium">{titles[toolset] ?? toolset}</span>
              <span className="text-meta text-ink-3 tabular-nums">{t("tokens", { count: sum(tools) })}</span>
            </h3>
            <div className="-mx-5 border-line border-y max-md:-mx-4">
              {tools.map(({ name, description, schema, tokens }) => (
                <Fold key={name} title={<code className="text-meta">{name}</code>} tokens={tokens} of={total}>
                  {() => (
                    <>
                      <ValueBox label={common("description")} value={description} />
                      <ValueBox label={common("parameters")} value={schema} />
                    </>
                  )}
                </Fold>
              ))}
            </div>
          </section>
        ))}
      </div>
    </TitledCard>
  );
}

type FoldProps = {
  title: ReactNode;
  note?: string;
  tokens: number;
  of: number;
  children: () => ReactNode;
};

function Fold({ title, note, tokens, of, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group/fold border-line border-t first:border-t-0"
    >
      <summary className="flex min-h-9 list-none items-center gap-2.5 px-5 py-1 transition-colors hover:bg-fill-hover max-md:min-h-11 max-md:px-4 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-ink-3 transition-transform group-open/fold:rotate-90"
        />
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {note && <span className="shrink-0 text-meta text-ink-3 max-md:hidden">{note}</span>}
        <Weight tokens={tokens} of={of} />
      </summary>
      {isOpen && (
        <div className="flex flex-col gap-3 bg-fill-hover py-3 pr-5 pl-11.5 max-md:px-4">{children()}</div>
      )}
    </details>
  );
}

function Weight({ tokens, of }: { tokens: number; of: number }) {
  return (
    <span className="flex shrink-0 items-center gap-3 text-meta text-ink-3 tabular-nums">
      <span aria-hidden className="h-1.5 w-18 overflow-hidden rounded-full bg-fill max-md:hidden">
        <span
          className="block h-full rounded-full bg-chart-1"
          style={{ width: `${of === 0 ? 0 : (tokens / of) * 100}%` }}
        />
      </span>
      <span className="w-24 text-right">{t("tokens", { count: tokens })}</span>
    </span>
  );
}

function useAssembled({ conversation, model }: Wanted) {
  const { data, error, isPlaceholderData, isPending, refetch } = useQuery({
    queryKey: ["assembled", { conversation, model }],
    queryFn: ({ signal }) =>
      readAssembled({ ...(conversation && { conversation }), ...(model && { model }) }, signal),
    placeholderData: keepPreviousData,
    meta: { outdatedBy: always },
  });
  return {
    prompt: data,
    problem: error ? failureText(error) : undefined,
    isReading: isPending || isPlaceholderData,
    again: () => void refetch(),
  };
}

const always = (): boolean => true;
