"use client";

import { X } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Ring } from "@/components/ui/kit/ring";
import type { BrowserEventSent } from "@/lib/shared/browser/bodies";
import type { BrowserState, BrowserTab } from "@/lib/shared/browser/contract";
import { hostOf, lineOf } from "@/lib/shared/chat/web-address";
import { t } from "@/lib/shared/i18n/en/browser";
import { t as common } from "@/lib/shared/i18n/en/common";

type TabStripProps = {
  browser: BrowserState | null;
  status: string;
  isHeld: boolean;
  send: (event: BrowserEventSent) => void;
};

export function TabStrip({ browser, status, isHeld, send }: TabStripProps) {
  const tabs = browser?.tabs ?? [];
  if (!browser || tabs.length < 2)
    return (
      <p className="flex h-8 items-center gap-2 px-5 max-md:px-4">
        {browser?.isLoading && <Ring label={common("loading")} />}
        <span className="truncate text-ink-2">{browser && tabs.length > 0 ? nameOf(browser) : status}</span>
      </p>
    );
  return (
    <ul aria-label={t("tabs")} className="flex h-10 items-center gap-1 overflow-x-auto px-4 max-md:px-3">
      {tabs.map((tab) => (
        <li
          key={tab.id}
          className={cn(
            "flex h-control-small max-w-44 min-w-0 shrink-0 items-center rounded-in",
            tab.isCurrent ? "bg-fill-press font-medium" : "text-ink-2",
          )}
        >
          <Tab tab={tab} isHeld={isHeld} isLoading={tab.isCurrent && browser.isLoading} send={send} />
        </li>
      ))}
    </ul>
  );
}

type TabProps = { tab: BrowserTab; isHeld: boolean; isLoading: boolean; send: TabStripProps["send"] };

function Tab({ tab, isHeld, isLoading, send }: TabProps) {
  const name = nameOf(tab);
  const label = (
    <>
      {isLoading && <Ring label={common("loading")} />}
      <span className="truncate">{name}</span>
    </>
  );
  const className = "flex h-full min-w-0 items-center gap-2 rounded-in px-2";
  if (!isHeld)
    return (
      <span aria-current={tab.isCurrent || undefined} className={className}>
        {label}
      </span>
    );
  return (
    <>
      <button
        type="button"
        aria-current={tab.isCurrent || undefined}
        onClick={() => send({ type: "tab", id: tab.id })}
        className={cn(className, !tab.isCurrent && "hover:bg-fill-hover")}
      >
        {label}
      </button>
      <IconButton
        label={t("closeTab", { name })}
        size="icon-xs"
        onClick={() => send({ type: "close_tab", id: tab.id })}
      >
        <X aria-hidden />
      </IconButton>
    </>
  );
}

const nameOf = ({ title, url }: { title: string; url: string }): string =>
  lineOf(title) || hostOf(url) || t("newTab");
