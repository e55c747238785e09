"use client";

import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { FromWeb } from "@/components/client/origins/from-web";
import { cn } from "@/components/ui/cn";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import type { ActionGroups } from "@/components/ui/kit/action-menu";
import { ActionsButton } from "@/components/ui/kit/menu-button";
import { Tabs, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/data";

type DataFrameProps<View extends string> = {
  kind: "table" | "collection";
  name: string;
  title?: string;
  back: ReactNode;
  views: Readonly<Record<View, string>>;
  view: View;
  onView: (view: View) => void;
  /** Shown left of the menu if there is room. */
  action: ReactNode;
  groups: ActionGroups;
  children: ReactNode;
};

/** A table or a collection: its name, views and menu. */
export function DataFrame<View extends string>({ kind, name, title, back, ...props }: DataFrameProps<View>) {
  const { views, view, onView, action, groups, children } = props;
  const names = Object.keys(views) as View[];
  return (
    <Tabs
      value={view}
      onValueChange={(to) => onView(names.find((one) => one === to) ?? view)}
      className="min-h-0 flex-1 gap-0"
    >
      <div className="flex h-bar shrink-0 items-center gap-3 px-7 max-md:border-line max-md:border-b max-md:bg-paper max-md:px-1">
        {back}
        <h1 className={cn("min-w-0 truncate text-ui font-medium", !title && "font-mono")} title={name}>
          {title ?? name}
        </h1>
        <FromWeb kind={kind} name={name} isTight />
        <TabsList aria-label={common("views")} className="shrink-0">
          {names.map((one) => (
            <TabsTrigger key={one} value={one}>
              {views[one]}
            </TabsTrigger>
          ))}
        </TabsList>
        <div className="ml-auto flex shrink-0 items-center gap-1">
          <span className="contents max-md:hidden">{action}</span>
          <ActionsButton label={t("moreFor", { name })} groups={groups} />
        </div>
      </div>
      {children}
    </Tabs>
  );
}

type DownloadItemProps = { href: string; file: string; className?: string; children: ReactNode };

export const DownloadItem = ({ href, file, className, children }: DownloadItemProps) => (
  <DropdownMenuItem asChild className={className}>
    <a href={href} download={file}>
      <Download aria-hidden />
      {children}
    </a>
  </DropdownMenuItem>
);
