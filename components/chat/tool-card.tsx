"use client";

import { Check, ChevronRight, CircleAlert, CircleSlash, Wrench } from "lucide-react";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { sentenceOf } from "@/lib/shared/chat/tool-sentence";
import { RawText } from "./raw-text";
import { Ring } from "./ring";

type ToolCardProps = { tools: ToolPart[]; isLive: boolean };

const isRunning = ({ state }: ToolPart, isLive: boolean): boolean =>
  isLive && !state.startsWith("output") && state !== "approval-requested";

/** Calls in a row, in words: folded when there are many, each opens to what went in and came out. */
export function ToolCard({ tools, isLive }: ToolCardProps) {
  const [first] = tools;
  if (!first) return null;
  const rows = tools.map((tool) => <ToolRow key={tool.toolCallId} tool={tool} isLive={isLive} />);
  const busy = tools.find((tool) => isRunning(tool, isLive));
  const box = "divide-y divide-line overflow-hidden rounded-sheet border border-line text-ui";
  if (tools.length === 1) return <div className={box}>{rows}</div>;

  const hasFailed = tools.at(-1)?.state === "output-error";
  return (
    <details className={`group/card ${box}`} open={hasFailed || undefined}>
      <summary className="flex min-h-8 list-none items-center gap-2.5 px-3 hover:bg-fill-hover [&::-webkit-details-marker]:hidden">
        {busy ? <Ring className="mx-0.5" /> : <Check aria-hidden className="size-4 text-ink-2" />}
        <span className="min-w-0 flex-1 truncate text-ink-2">
          <Words tool={busy ?? first} /> {busy ? "" : `and ${count(tools.length - 1)} more`}
        </span>
        <ChevronRight
          aria-hidden
          className="size-4 text-ink-3 transition-transform group-open/card:rotate-90"
        />
      </summary>
      <div className="divide-y divide-line border-line border-t">{rows}</div>
    </details>
  );
}

function ToolRow({ tool, isLive }: { tool: ToolPart; isLive: boolean }) {
  return (
    <details className="group/row">
      <summary className="flex min-h-8 list-none items-center gap-2.5 px-3 hover:bg-fill-hover max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <ToolIcon tool={tool} isLive={isLive} />
        <span className="min-w-0 flex-1 truncate">
          <Words tool={tool} />
        </span>
        <ChevronRight
          aria-hidden
          className="size-4 text-ink-3 opacity-0 transition group-open/row:rotate-90 group-open/row:opacity-100 group-hover/row:opacity-100 group-focus-within/row:opacity-100 pointer-coarse:opacity-100"
        />
      </summary>
      <div className="flex flex-col gap-2 bg-fill-hover py-2.5 pr-3 pl-9">
        <Piece label="Called with" text={pretty(tool.input)} />
        {tool.errorText !== undefined && <Piece label="Failed" text={tool.errorText} />}
        {tool.state === "output-available" && <Piece label="Gave" text={pretty(tool.output)} />}
      </div>
    </details>
  );
}

function ToolIcon({ tool, isLive }: { tool: ToolPart; isLive: boolean }) {
  if (isRunning(tool, isLive)) return <Ring className="mx-0.5" />;
  if (tool.state === "output-error")
    return <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />;
  const Icon = tool.state === "output-denied" ? CircleSlash : Wrench;
  return <Icon aria-hidden className="size-4 shrink-0 text-ink-2" />;
}

function Words({ tool }: { tool: ToolPart }) {
  const { words, name } = sentenceOf(tool);
  return (
    <>
      {words}
      {name && <code className="ml-1 font-mono text-[12px] text-ink-2">{name}</code>}
    </>
  );
}

function Piece({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label}>
      <h3 className="text-meta text-ink-3">{label}</h3>
      <RawText text={text} />
    </section>
  );
}

const count = (n: number): string => (n === 1 ? "one" : `${n}`);

const MOST = 20_000;

function pretty(value: unknown): string {
  if (value === undefined) return "nothing yet";
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return text.length > MOST ? `${text.slice(0, MOST)}\n… ${text.length - MOST} more characters` : text;
}
