import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/kit/agent-base";
import { t } from "@/lib/shared/i18n/en/shell";
import { ListButton } from "./conversations/list-button";

type PageBarProps = {
  /** Parent page. */
  parent?: { href: string; title: string };
  /** Name of this page, shown after its parent. */
  children?: ReactNode;
  isCode?: boolean;
  end?: ReactNode;
};

/** Bar at the top of a page. On a phone it opens the navigation; on wide screens it is empty without a parent. */
export function PageBar({ parent, children, isCode, end }: PageBarProps) {
  // The bar with the tabs of the agent, above this bar, has a list button already.
  const isUnderTabs = parent?.href.startsWith("/agent/");
  return (
    <div className="flex h-bar shrink-0 items-center px-7 max-md:border-line max-md:border-b max-md:bg-paper max-md:px-1">
      {!isUnderTabs && (
        <span className="md:hidden">
          <ListButton />
        </span>
      )}
      {parent && (
        <nav aria-label={t("breadcrumb")} className="flex min-w-0 items-center text-ink-3">
          <Button asChild variant="ghost" className="-ml-2 gap-1 px-2 font-normal text-ink-3 max-md:ml-0">
            <Link href={parent.href}>
              <ChevronLeft aria-hidden className="md:hidden" />
              {parent.title}
            </Link>
          </Button>
          <span aria-hidden className="px-1 max-md:hidden">
            /
          </span>
          <span
            aria-current="page"
            className={cn("truncate px-2 text-ink max-md:hidden", isCode && "font-mono")}
          >
            {children}
          </span>
        </nav>
      )}
      {end && <div className="ml-auto flex shrink-0 items-center gap-1">{end}</div>}
    </div>
  );
}
