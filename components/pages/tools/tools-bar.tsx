import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { BackLink } from "@/components/ui/kit/page/back-link";

type ToolsBarProps = {
  /** Name of the current tool; undefined in the list. */
  name?: string;
  children?: ReactNode;
};

export function ToolsBar({ name, children }: ToolsBarProps) {
  return (
    <div className="flex h-bar shrink-0 items-center px-7 max-md:border-line max-md:border-b max-md:bg-paper max-md:px-1">
      {name === undefined ? (
        <Button asChild variant="ghost" className="gap-1 px-2 font-normal text-ink-3 md:hidden">
          <BackLink>
            <ChevronLeft aria-hidden />
            Chat
          </BackLink>
        </Button>
      ) : (
        <nav aria-label="Breadcrumb" className="flex min-w-0 items-center text-ink-3">
          <Button asChild variant="ghost" className="-ml-2 gap-1 px-2 font-normal text-ink-3 max-md:ml-0">
            <Link href="/tools">
              <ChevronLeft aria-hidden className="md:hidden" />
              Tools
            </Link>
          </Button>
          <span aria-hidden className="px-1 max-md:hidden">
            /
          </span>
          <span aria-current="page" className="truncate px-2 font-mono text-ink max-md:hidden">
            {name}
          </span>
        </nav>
      )}
      <div className="ml-auto flex shrink-0 items-center gap-1">{children}</div>
    </div>
  );
}
