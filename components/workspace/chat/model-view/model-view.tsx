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
import type { AssembledPrompt } from "@/lib/shared/tools/assembled";
import { readAssembled, type Wanted } from "./api";
import { Choices } from "./choices";
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
          <p>The prompt could not be assembled. {problem}</p>
          <Button variant="outline" onClick={again}>
            Try again
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
  const count = (tokens: number) => tokens.toLocaleString("en");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:px-1">
      <p className="min-w-0 flex-1 basis-80 text-ink-2">
        <span className="font-medium text-ink">
          {isExact ? "" : "About "}
          {count(total)} tokens
        </span>{" "}
        before your first message: {count(sum(parts))} of text and {count(sum(tools))} of{" "}
        {tools.length === 1 ? "1 tool" : `${tools.length} tools`}. {count(steady)} are the same with every
        message, so that a provider can cache them.
      </p>
      <CopyButton named label="Copy all of it" variant="outline" size="default" text={() => asText(prompt)} />
    </div>
  );
}

function Parts({ prompt: { parts, total } }: { prompt: AssembledPrompt }) {
  return (
    <TitledCard title="System message" about="In the order in which it is sent.">
      <div className="-mx-5 border-line border-y max-md:-mx-4">
        {parts.map((part) => (
          <Fold
            key={part.id}
            title={part.title}
            note={isSteady(part) ? "Cached" : "New with every message"}
            tokens={part.tokens}
            of={total}
          >
            {() => <ValueBox label="Text" value={part.text} />}
          </Fold>
        ))}
      </div>
    </TitledCard>
  );
}

function Tools({ prompt: { tools, total }, titles }: { prompt: AssembledPrompt } & ModelViewProps) {
  if (tools.length === 0)
    return <TitledCard title="Tools">No tools: every toolset is off or loaded when needed.</TitledCard>;
  return (
    <TitledCard
      title="Tools"
      about="Names, descriptions and parameters as the model gets them. All can be cached."
    >
      <div className="flex flex-col gap-5">
        {byToolset(tools).map(({ toolset, tools }) => (
          <section key={toolset} aria-label={titles[toolset] ?? toolset}>
            <h3 className="flex items-baseline gap-2 pb-1.5">
              <span className="font-medium">{titles[toolset] ?? toolset}</span>
              <span className="text-meta text-ink-3 tabular-nums">
                {sum(tools).toLocaleString("en")} tokens
              </span>
            </h3>
            <div className="-mx-5 border-line border-y max-md:-mx-4">
              {tools.map(({ name, description, schema, tokens }) => (
                <Fold key={name} title={<code className="text-meta">{name}</code>} tokens={tokens} of={total}>
                  {() => (
                    <>
                      <ValueBox label="Description" value={description} />
                      <ValueBox label="Parameters" value={schema} />
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
      <span className="w-20 text-right">
        {tokens.toLocaleString("en")} <span className="max-md:sr-only">tokens</span>
      </span>
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
