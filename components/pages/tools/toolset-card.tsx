"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useRouter } from "@/components/ui/kit/agent-base";
import { DisclosureButton, DisclosureContent } from "@/components/ui/kit/disclosure";
import { keepDraft } from "@/components/ui/kit/hooks/use-draft";
import { newId } from "@/lib/shared/chat/id";
import { openings } from "@/lib/shared/openings";
import { MAX_INSTRUCTIONS, OWN, type ToolsetView, type ToolView } from "@/lib/shared/tools/view";
import { AfterWeb } from "./after-web";
import type { ToolChange, ToolsetChange } from "./api";
import { sumOf } from "./figures";
import { Instructions } from "./instructions";
import { Packages } from "./own/packages";
import { ModeChoice } from "./segments";
import { COLUMNS, ToolFigures } from "./tool-figures";
import { ToolRow } from "./tool-row";
import { toolsetIcon } from "./toolset-icon";

/** Number of rows shown initially, and added by each click. */
const FIRST = 30;
const MORE = 200;

type ToolsetCardProps = {
  toolset: ToolsetView;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (change: ToolsetChange) => Promise<void>;
  onTool: (tool: ToolView, change: ToolChange) => void;
  onAll: () => Promise<unknown>;
};

export function ToolsetCard({ toolset, isOpen, onOpen, onChange, onTool, onAll }: ToolsetCardProps) {
  const { id, title, mode, tools, left = 0, tokens = 0, available, reason, note } = toolset;
  const contents = useId();
  const Icon = toolsetIcon(id);
  return (
    <li className="border-line border-t first:border-t-0">
      <div
        className={cn(
          COLUMNS,
          "relative min-h-11 pr-3 pl-3 max-md:flex max-md:flex-col max-md:gap-2 max-md:p-4",
        )}
      >
        <h3 className="min-w-0">
          <DisclosureButton
            isOpen={isOpen}
            controls={contents}
            onOpen={onOpen}
            className="min-h-11 w-full min-w-0 items-center rounded-in px-2 -outline-offset-2 max-md:-mx-2 max-md:min-h-8 max-md:w-[calc(100%+16px)]"
          >
            <Icon aria-hidden className="size-4 shrink-0 text-ink-2" />
            <span className="min-w-0 truncate">
              <span className="font-medium">{title}</span>
              <span className="ml-2 text-ink-3">
                {tools.length + left === 1 ? "1 tool" : `${(tools.length + left).toLocaleString("en")} tools`}
                {tokens > 0 && `, about ${tokens.toLocaleString("en")} tokens`}
                {mode === "on_demand" && (tokens > 0 ? " once used" : ", one line of prompt until used")}
              </span>
            </span>
          </DisclosureButton>
        </h3>
        <ToolFigures stats={sumOf(tools)} />
        <ModeChoice title={title} mode={mode} onChoose={(mode) => void onChange({ mode })} />
      </div>
      {!available && (
        <p className="px-5 pb-3 text-ink-2 md:pl-15">
          Not offered now: {reason ?? "A required connection is missing."}
        </p>
      )}
      {available && note && <p className="px-5 pb-3 text-ink-2 md:pl-15">{note}</p>}
      <DisclosureContent id={contents} isOpen={isOpen}>
        {tools.length === 0 && id === OWN ? (
          <NoTools />
        ) : (
          <div className="border-line border-t py-3 pr-5 pl-15 max-md:px-4">
            <Instructions
              title={title}
              prompt={toolset.prompt}
              instructions={toolset.instructions}
              maxChars={MAX_INSTRUCTIONS.toolset}
              onSave={(instructions) => void onChange({ instructions })}
            />
          </div>
        )}
        {tools.length > 0 && <AllTools title={title} onChange={(change) => void onChange(change)} />}
        <AfterWeb
          toolset={toolset}
          onChoose={(afterWeb) => void onChange({ afterWeb })}
          onAskAgain={(tool) => onTool(tool, { afterWeb: "concerned" })}
        />
        <Packages toolset={toolset} onChoose={(packages) => void onChange({ packages })} />
        <ToolRows
          tools={tools}
          left={left}
          isOffered={mode !== "off" && available}
          onTool={onTool}
          onAll={onAll}
        />
      </DisclosureContent>
    </li>
  );
}

type AllToolsProps = { title: string; onChange: (change: ToolsetChange) => void };

const AllTools = ({ title, onChange }: AllToolsProps) => (
  <fieldset className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-line border-t py-3 pr-5 pl-15 max-md:px-4">
    <legend className="sr-only">All tools of {title}</legend>
    <span aria-hidden className="font-medium">
      All tools
    </span>
    <Button variant="link" className="font-normal" onClick={() => onChange({ enabled: true })}>
      Switch on
    </Button>
    <Button variant="link" className="font-normal" onClick={() => onChange({ enabled: false })}>
      Switch off
    </Button>
    <Button variant="link" className="font-normal" onClick={() => onChange({ reset: true })}>
      Reset
    </Button>
    <span className="text-ink-3">Resets permissions, keeps your instructions.</span>
  </fieldset>
);

type ToolRowsProps = Pick<ToolsetCardProps, "onTool" | "onAll"> & {
  tools: readonly ToolView[];
  left: number;
  isOffered: boolean;
};

/** Renders rows incrementally, because a row is slow to render. */
function ToolRows({ tools, left, isOffered, onTool, onAll }: ToolRowsProps) {
  const [count, setCount] = useState(FIRST);
  const [isLoading, setIsLoading] = useState(false);
  const rest = Math.max(0, tools.length - count) + left;
  const showMore = async () => {
    if (isLoading) return;
    setIsLoading(true);
    if (left > 0 && count + MORE > tools.length) await onAll();
    setCount(count + MORE);
    setIsLoading(false);
  };
  return (
    <>
      <ul>
        {tools.slice(0, count).map((tool) => (
          <ToolRow
            key={tool.name}
            tool={tool}
            isOffered={isOffered}
            onChange={(change) => onTool(tool, change)}
          />
        ))}
      </ul>
      {rest > 0 && (
        <div className="border-line border-t py-3 pr-5 pl-15 max-md:px-4">
          <Button variant="outline" aria-disabled={isLoading} onClick={() => void showMore()}>
            {isLoading
              ? "Loading…"
              : rest > MORE
                ? `Show ${MORE} of ${rest.toLocaleString("en")} more`
                : `Show ${rest} more`}
          </Button>
        </div>
      )}
    </>
  );
}

function NoTools() {
  const router = useRouter();
  const ask = () => {
    const conversation = newId();
    keepDraft(conversation, ASK);
    router.push(`/chat/${conversation}`);
  };
  return (
    <div className="flex flex-col items-start gap-3 border-line border-t py-4 pr-5 pl-15 max-md:px-4">
      <p className="max-w-prose text-ink-2">
        No tools yet. The agent writes a tool when no existing one is suitable, tests it, and stores it here.
        It runs in a sandbox, and every version can be restored.
      </p>
      <Button variant="outline" onClick={ask}>
        Ask for one
      </Button>
    </div>
  );
}

const ASK = openings.find(({ id }) => id === "tool")?.text ?? "";
