import type { MouseEvent } from "react";
import { usePageHref } from "@/components/ui/kit/agent-base";
import { choice } from "@/components/ui/kit/choice-style";
import { t } from "@/lib/shared/i18n/en/audit";
import { t as common } from "@/lib/shared/i18n/en/common";
import { hrefOf, type Place } from "./audit-url";

type View = Place["view"] | "code";

const TITLES: Record<View, string> = {
  get calls() {
    return common("calls");
  },
  get requests() {
    return t("requests");
  },
  get code() {
    return common("code");
  },
};

type AuditViewsProps = {
  view: View;
  /** The current filters, which the links keep. Without it, the links lead to all calls and requests. */
  place?: Place;
  onView?: (view: Place["view"]) => void;
};

export function AuditViews({ view, place, onView }: AuditViewsProps) {
  const pageHref = usePageHref();
  const go = (to: Place["view"]) => (event: MouseEvent) => {
    if (!onView || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onView(to);
  };
  return (
    <nav aria-label={common("views")} className="-mx-2 flex gap-0.5 max-md:mx-0">
      {(["calls", "requests", "code"] as const).map((one) => (
        <a
          key={one}
          href={pageHref(one === "code" ? "/agent/activity/code" : hrefOf({ ...place, view: one }))}
          aria-current={view === one ? "page" : undefined}
          onClick={one === "code" ? undefined : go(one)}
          className={choice(view === one)}
        >
          {TITLES[one]}
        </a>
      ))}
    </nav>
  );
}
