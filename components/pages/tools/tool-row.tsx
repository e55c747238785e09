"use client";

import { CircleAlert } from "lucide-react";
import { WebMark } from "@/components/client/origins/web-mark";
import { cn } from "@/components/ui/cn";
import { tipOf } from "@/components/ui/icon-button";
import Link from "@/components/ui/kit/agent-base";
import { Locked } from "@/components/ui/kit/rights";
import { Switch } from "@/components/ui/switch";
import { t } from "@/lib/shared/i18n/en/tools";
import { helpOfTool, titleOfTool } from "@/lib/shared/tools/titles";
import type { ToolView } from "@/lib/shared/tools/view";
import type { ToolChange } from "./api";
import { statsOf } from "./figures";
import { lackOf } from "./lacks";
import { PolicyChoice } from "./segments";
import { COLUMNS, ToolFigures } from "./tool-figures";

type ToolRowProps = {
  tool: ToolView;
  /** True if the toolset's mode is `on` or `on_demand`. */
  isOffered: boolean;
  onChange: (change: ToolChange) => void;
};

export function ToolRow({ tool, isOffered, onChange }: ToolRowProps) {
  const { name, description, policy, enabled, pauses, problem, origins } = tool;
  const title = titleOfTool(tool);
  const lacks = lackOf(tool);
  const isOff = !enabled || !isOffered || lacks !== undefined;
  return (
    <li
      className={cn(
        COLUMNS,
        "relative border-line border-t py-1 pr-3 pl-15 transition-colors has-[a:hover]:bg-fill-hover",
        "max-md:flex max-md:flex-col max-md:gap-2 max-md:px-4 max-md:py-3",
      )}
    >
      <div className="flex min-w-0 items-baseline gap-2.5 max-md:flex-col max-md:gap-0.5">
        <Link
          href={`/agent/tools/${encodeURIComponent(name)}`}
          className={cn(
            "max-w-full shrink-0 truncate font-mono outline-none after:absolute after:inset-0 md:max-w-[60%]",
            "focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2",
            isOff && "text-ink-3",
          )}
        >
          {name}
        </Link>
        <span className="min-w-0 truncate text-ink-3 max-md:line-clamp-2 max-md:whitespace-normal">
          {problem === undefined ? (
            (lacks ?? (
              <>
                {title && <span className="text-ink-2">{title}. </span>}
                {helpOfTool(tool) ?? firstSentence(description)}
              </>
            ))
          ) : (
            <span className="inline-flex min-w-0 gap-1.5 text-ink-2">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
              {problem}
            </span>
          )}
          {pauses && <span className="text-ink-2"> {t("waitsForYou")}</span>}
        </span>
        {/* Placed above the link that covers the row, so that its tooltip opens on hover. */}
        <WebMark origins={origins} className="relative max-w-56 shrink-0 self-center max-md:self-start" />
      </div>
      <ToolFigures stats={statsOf(tool)} />
      {/* Placed above the link that covers the row, so that its controls can be clicked. */}
      <div className="relative flex items-center justify-between gap-3">
        <Locked right="own">
          <PolicyChoice
            name={name}
            policy={policy}
            pauses={pauses}
            onChoose={(policy) => onChange({ policy })}
          />
          <Switch
            aria-label={t("isOffered", { name })}
            {...tipOf(enabled ? t("enabled") : t("disabled"), "left")}
            checked={enabled}
            onCheckedChange={(enabled) => onChange({ enabled })}
            className="shrink-0"
          />
        </Locked>
      </div>
    </li>
  );
}

function firstSentence(text: string): string {
  const [line = ""] = text.split("\n");
  const end = line.search(/[.;:] /);
  return end > 0 ? line.slice(0, end) : line.replace(/\.$/, "");
}
