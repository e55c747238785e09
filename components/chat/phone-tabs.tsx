import { MessageCircle, PanelsTopLeft } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Ring } from "./ring";

export type View = "chat" | "canvas";

type PhoneTabsProps = {
  view: View;
  waiting: { chat: number; canvas: number };
  /** The agent uses its browser, which can be watched on the canvas. */
  isBrowsing: boolean;
  onView: (view: View) => void;
};

/** Chat or canvas, where there is room for one of them. */
export function PhoneTabs({ view, waiting, isBrowsing, onView }: PhoneTabsProps) {
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
            <span className="sr-only">waiting for you</span>
          </span>
        )}
        {to === "canvas" && isBrowsing && view !== to && waiting[to] === 0 && (
          <Ring label="The agent uses its browser" className="absolute -top-1.5 -right-3.5" />
        )}
      </span>
      {label}
    </button>
  );
  return (
    <nav
      aria-label="Views"
      className="flex shrink-0 border-line border-t bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {tab("chat", "Chat", <MessageCircle aria-hidden />)}
      {tab("canvas", "Canvas", <PanelsTopLeft aria-hidden />)}
    </nav>
  );
}
