import { ChevronRight, MessageCircle, PanelsTopLeft } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Ring } from "@/components/ui/kit/ring";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/workspace";

type View = "chat" | "canvas";

type PhoneTabsProps = {
  view: View;
  waiting: { chat: number; canvas: number };
  isBrowsing: boolean;
  isRunning: boolean;
  news: string | undefined;
  onView: (view: View) => void;
};

export function PhoneTabs({ view, waiting, isBrowsing, isRunning, news, onView }: PhoneTabsProps) {
  const tab = (to: View, label: string, icon: ReactNode) => (
    <button
      type="button"
      aria-current={view === to ? "page" : undefined}
      onClick={() => onView(to)}
      className={cn(
        "flex h-16 flex-1 flex-col items-center justify-center gap-1 text-meta",
        view === to ? "font-medium text-ink" : "text-ink-3",
      )}
    >
      <span className="relative [&>svg]:size-5">
        {icon}
        {waiting[to] > 0 && (
          <span className="absolute -top-2 -right-2.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[11px] font-medium leading-none text-on-accent ring-2 ring-paper">
            {waiting[to]}
            <span className="sr-only">{common("waitingForYou")}</span>
          </span>
        )}
        {to === "canvas" && isBrowsing && view !== to && waiting[to] === 0 && (
          <Ring label={t("usesBrowser")} className="absolute -top-1.5 -right-3.5" />
        )}
        {to === "chat" && waiting.chat === 0 && view !== to && news !== undefined && (
          <span className="absolute -top-0.5 -right-1.5 size-2 rounded-full bg-ink ring-2 ring-paper">
            <span className="sr-only">{t("newAnswer")}</span>
          </span>
        )}
        {to === "chat" && waiting.chat === 0 && view !== to && news === undefined && isRunning && (
          <Ring label={t("writing")} className="absolute -top-1.5 -right-3.5" />
        )}
      </span>
      {label}
    </button>
  );
  return (
    <div className="shrink-0 border-line border-t bg-paper pb-[env(safe-area-inset-bottom)] md:hidden">
      {view === "canvas" && news !== undefined && (
        <button
          type="button"
          aria-label={t("readAnswer", { news })}
          onClick={() => onView("chat")}
          className="flex h-11 w-full items-center gap-2 border-line border-b px-4 text-left text-ui"
        >
          <MessageCircle aria-hidden className="size-4 shrink-0 text-ink-3" />
          <span className="min-w-0 flex-1 truncate">{news}</span>
          <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
        </button>
      )}
      <nav aria-label={common("views")} className="flex">
        {tab("chat", common("chat"), <MessageCircle aria-hidden />)}
        {tab("canvas", t("canvas"), <PanelsTopLeft aria-hidden />)}
      </nav>
    </div>
  );
}
