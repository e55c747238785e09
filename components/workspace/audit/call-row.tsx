"use client";

import { ChevronRight } from "lucide-react";
import { memo, useId, useState } from "react";
import { toolsetIcon } from "@/components/pages/tools/toolset-icon";
import { cn } from "@/components/ui/cn";
import { DisclosureContent } from "@/components/ui/kit/disclosure";
import type { AuditCall } from "@/lib/shared/audit/contract";
import { describeAccess } from "@/lib/shared/audit/describe-access";
import { verdictOf } from "@/lib/shared/audit/verdict";
import { t } from "@/lib/shared/i18n/en/audit";
import { Address } from "./address";
import type { Place } from "./audit-url";
import { CallDetail } from "./call-detail";
import { COLUMNS, Figures } from "./figures";

type CallRowProps = { call: AuditCall; author: string | undefined; onPlace: (place: Place) => void };

export const CallRow = memo(function CallRow({ call, author, onPlace }: CallRowProps) {
  const {
    tool,
    toolset,
    inputGist: inputSummary,
    changed,
    title,
    requests,
    resultBytes,
    durationMs,
    createdAt,
  } = call;
  const [isOpen, setIsOpen] = useState(false);
  const detail = useId();
  const Icon = toolsetIcon(toolset ?? "");
  return (
    <li
      className={cn(
        "border-line border-t [contain-intrinsic-size:auto_53px] first:border-t-0",
        !isOpen && "[content-visibility:auto]",
      )}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={detail}
        onClick={() => setIsOpen(!isOpen)}
        className={cn(
          COLUMNS,
          "w-full px-5 py-2 text-left -outline-offset-2 transition-colors hover:bg-fill-hover",
          "max-md:flex max-md:flex-col max-md:gap-1 max-md:px-4",
        )}
      >
        <span className="flex min-w-0 items-start gap-2.5 max-md:w-full">
          <ChevronRight
            aria-hidden
            className={cn("mt-0.5 size-4 shrink-0 text-ink-3 transition-transform", isOpen && "rotate-90")}
          />
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2 max-md:hidden" />
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="flex min-w-0 gap-2 max-md:flex-col max-md:gap-0">
              <span className="max-w-full shrink-0 truncate font-mono md:max-w-[60%]">{tool}</span>
              <span className="min-w-0 truncate text-ink-2">
                {title === null ? (
                  <span className="text-ink-3">{t("deletedConversation")}</span>
                ) : (
                  <Summary text={changed ?? inputSummary} host={requests.hosts[0] ?? ""} />
                )}
              </span>
            </span>
            <span className="min-w-0 text-meta text-ink-3 md:truncate">
              {[author, factsOf(call)].filter(Boolean).join(" · ")}
            </span>
          </span>
        </span>
        <Figures
          bytes={requests.received || resultBytes}
          ms={durationMs}
          verdict={verdictOf(call)}
          isWaiting={call.status === "waiting"}
          at={createdAt}
          className="max-md:pl-6.5"
        />
      </button>
      <DisclosureContent id={detail} isOpen={isOpen}>
        <CallDetail call={call} onPlace={onPlace} />
      </DisclosureContent>
    </li>
  );
});

const Summary = ({ text, host }: { text: string; host: string }) =>
  /^https?:\/\//i.test(text) ? <Address url={text} host={host} /> : text;

function factsOf({ toolset, requests, parentToolCallId, nested, ...hints }: AuditCall): string {
  const { count, hosts } = requests;
  const sent = count === 0 ? "" : t("requestCount", { count });
  const where = sent && hosts.length > 0 ? t("requestsTo", { requests: sent, hosts: hostsOf(hosts) }) : sent;
  const touches = toolset === null ? t("toolGone") : describeAccess(hints);
  const from = parentToolCallId === null ? "" : t("calledByCode");
  const made = nested === 0 ? "" : t("callsMade", { count: nested });
  return [from, touches, made, where].filter((text) => text !== "").join(" · ");
}

const SHOWN = 3;

function hostsOf(hosts: readonly string[]): string {
  const shown = hosts.slice(0, SHOWN).join(", ");
  return hosts.length > SHOWN ? t("andOthers", { hosts: shown }) : shown;
}
