"use client";

import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { cn } from "@/components/ui/cn";
import { OWN, type ToolsetView, type ToolView } from "@/lib/shared/tools/view";
import { AfterWeb } from "./after-web";
import type { ToolChange, ToolsetChange } from "./api";
import { sumOf } from "./figures";
import { Instructions } from "./instructions";
import { NoTools } from "./no-tools";
import { ModeChoice } from "./segments";
import { COLUMNS, ToolFigures } from "./tool-figures";
import { ToolRow } from "./tool-row";
import { toolsetIcon } from "./toolset-icon";

type ToolsetCardProps = {
  toolset: ToolsetView;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (change: ToolsetChange) => Promise<void>;
  onTool: (tool: ToolView, change: ToolChange) => void;
};

/** A toolset with its switch and figures; opened, what the model is told of it, and its tools. */
export function ToolsetCard({ toolset, isOpen, onOpen, onChange, onTool }: ToolsetCardProps) {
  const { id, title, mode, tools, available, reason } = toolset;
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
        <h2 className="min-w-0">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={contents}
            onClick={() => onOpen(!isOpen)}
            className="flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-in px-2 text-left -outline-offset-2 transition-colors hover:bg-fill-hover max-md:-mx-2 max-md:min-h-8 max-md:w-[calc(100%+16px)]"
          >
            <ChevronRight
              aria-hidden
              className={cn("size-4 shrink-0 text-ink-3 transition-transform", isOpen && "rotate-90")}
            />
            <Icon aria-hidden className="size-4 shrink-0 text-ink-2" />
            <span className="min-w-0 truncate">
              <span className="font-medium">{title}</span>
              <span className="ml-2 text-ink-3">
                {tools.length === 1 ? "1 tool" : `${tools.length} tools`}
                {mode === "on_demand" && ", one line of prompt until used"}
              </span>
            </span>
          </button>
        </h2>
        <ToolFigures stats={sumOf(tools)} />
        <ModeChoice title={title} mode={mode} onChoose={(mode) => void onChange({ mode })} />
      </div>
      {!available && (
        <p className="px-5 pb-3 text-ink-2 md:pl-15">
          Not offered now: {reason ?? "What it needs is not connected."}
        </p>
      )}
      <div id={contents} hidden={!isOpen}>
        {isOpen && (
          <>
            {tools.length === 0 && id === OWN ? (
              <NoTools />
            ) : (
              <Instructions toolset={toolset} onSave={(instructions) => onChange({ instructions })} />
            )}
            <AfterWeb
              toolset={toolset}
              onChoose={(afterWeb) => void onChange({ afterWeb })}
              onAskAgain={(tool) => onTool(tool, { afterWeb: "concerned" })}
            />
            <ul>
              {tools.map((tool) => (
                <ToolRow
                  key={tool.name}
                  tool={tool}
                  isOffered={mode !== "off" && available}
                  onChange={(change) => onTool(tool, change)}
                />
              ))}
            </ul>
          </>
        )}
      </div>
    </li>
  );
}
