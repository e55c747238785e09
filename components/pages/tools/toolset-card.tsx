"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useRouter } from "@/components/ui/kit/agent-base";
import { DisclosureButton, DisclosureContent } from "@/components/ui/kit/disclosure";
import { keepDraft } from "@/components/ui/kit/hooks/use-draft";
import { Locked, May } from "@/components/ui/kit/rights";
import { newId } from "@/lib/shared/chat/id";
import { t } from "@/lib/shared/i18n/en/tools";
import { openings } from "@/lib/shared/openings";
import { titleOfToolset } from "@/lib/shared/tools/titles";
import { MAX_INSTRUCTIONS, OWN, type ToolsetView, type ToolView } from "@/lib/shared/tools/view";
import { AfterWeb } from "./after-web";
import type { ToolChange, ToolsetChange } from "./api";
import { sumOf } from "./figures";
import { Instructions } from "./instructions";
import { noteOf, reasonOf } from "./lacks";
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
  const { id, mode, tools, left = 0, available } = toolset;
  const title = titleOfToolset(toolset);
  const note = noteOf(toolset);
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
                {[t("toolCount", { count: tools.length + left }), costOf(toolset)].filter(Boolean).join(", ")}
              </span>
            </span>
          </DisclosureButton>
        </h3>
        <ToolFigures stats={sumOf(tools)} />
        <Locked right="own">
          <ModeChoice title={title} mode={mode} onChoose={(mode) => void onChange({ mode })} />
        </Locked>
      </div>
      {!available && (
        <p className="px-5 pb-3 text-ink-2 md:pl-15">
          {t("notOffered", { reason: reasonOf(toolset) ?? t("connectionMissing") })}
        </p>
      )}
      {available && note && <p className="px-5 pb-3 text-ink-2 md:pl-15">{note}</p>}
      <DisclosureContent id={contents} isOpen={isOpen}>
        {tools.length === 0 && id === OWN ? (
          <NoTools />
        ) : (
          <div className="border-line border-t py-3 pr-5 pl-15 max-md:px-4">
            <Locked right="own">
              <Instructions
                title={title}
                prompt={toolset.prompt}
                instructions={toolset.instructions}
                maxChars={MAX_INSTRUCTIONS.toolset}
                onSave={(instructions) => void onChange({ instructions })}
              />
            </Locked>
          </div>
        )}
        <May right="own">
          {tools.length > 0 && <AllTools title={title} onChange={(change) => void onChange(change)} />}
          <AfterWeb
            toolset={toolset}
            onChoose={(afterWeb) => void onChange({ afterWeb })}
            onAskAgain={(tool) => onTool(tool, { afterWeb: "concerned" })}
          />
          <Packages toolset={toolset} onChoose={(packages) => void onChange({ packages })} />
        </May>
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

/** Returns what the toolset costs in the prompt. */
function costOf({ mode, tokens = 0 }: ToolsetView): string | undefined {
  if (mode === "on_demand") return tokens > 0 ? t("tokensOnceUsed", { count: tokens }) : t("oneLine");
  return tokens > 0 ? t("tokens", { count: tokens }) : undefined;
}

type AllToolsProps = { title: string; onChange: (change: ToolsetChange) => void };

const AllTools = ({ title, onChange }: AllToolsProps) => (
  <fieldset className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-line border-t py-3 pr-5 pl-15 max-md:px-4">
    <legend className="sr-only">{t("allOf", { title })}</legend>
    <span aria-hidden className="font-medium">
      {t("all")}
    </span>
    <Button variant="link" className="font-normal" onClick={() => onChange({ enabled: true })}>
      {t("switchOn")}
    </Button>
    <Button variant="link" className="font-normal" onClick={() => onChange({ enabled: false })}>
      {t("switchOff")}
    </Button>
    <Button variant="link" className="font-normal" onClick={() => onChange({ reset: true })}>
      {t("reset")}
    </Button>
    <span className="text-ink-3">{t("resetHint")}</span>
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
              ? t("loading")
              : rest > MORE
                ? t("showSome", { count: MORE, rest })
                : t("showRest", { rest })}
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
    keepDraft(conversation, openings.find(({ id }) => id === "tool")?.text ?? "");
    router.push(`/chat/${conversation}`);
  };
  return (
    <div className="flex flex-col items-start gap-3 border-line border-t py-4 pr-5 pl-15 max-md:px-4">
      <p className="max-w-prose text-ink-2">{t("noTools")}</p>
      <Button variant="outline" onClick={ask}>
        {t("askForOne")}
      </Button>
    </div>
  );
}
