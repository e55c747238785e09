import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type PageHeaderProps = {
  title: string;
  /** True on a tab, which shows the title. */
  isTab?: boolean;
  /** Actions. */
  children?: ReactNode;
};

/** The title of a page, with its actions at the same level. */
export const PageHeader = ({ title, isTab, children }: PageHeaderProps) => (
  <header className="flex flex-wrap items-center gap-x-6 gap-y-3 max-md:px-1">
    <h1 className={cn("min-w-60 flex-1 font-strong text-title", isTab && "sr-only")}>{title}</h1>
    {children && <div className="ml-auto flex flex-wrap items-center gap-2 max-md:w-full">{children}</div>}
  </header>
);
