"use client";

import { Fragment } from "react";
import { PAGE_GROUPS } from "@/components/client/shell/settings-pages";
import { cn } from "@/components/ui/cn";
import Link, { usePathname } from "@/components/ui/kit/agent-base";

export const navRow =
  "flex h-8 items-center gap-2.5 rounded-in px-2 text-ink-2 transition-colors hover:bg-fill-hover hover:text-ink";

export function SettingsNav() {
  const path = usePathname();
  return (
    <nav aria-label="Settings" className="px-2">
      {PAGE_GROUPS.map(({ title, pages }) => (
        <Fragment key={title}>
          <h2 className="px-2 pt-3 pb-1.5 text-meta text-ink-3">{title}</h2>
          <ul className="flex flex-col gap-px">
            {pages.map(({ href, title, icon: Icon }) => {
              const isInside = path.startsWith(`${href}/`);
              const isCurrent = path === href || isInside;
              return (
                <li key={href}>
                  <Link
                    href={href}
                    aria-current={isInside ? "true" : isCurrent ? "page" : undefined}
                    className={cn(
                      navRow,
                      isCurrent && "bg-fill-press font-medium text-ink hover:bg-fill-press",
                    )}
                  >
                    <Icon aria-hidden className="size-4" />
                    {title}
                  </Link>
                </li>
              );
            })}
          </ul>
        </Fragment>
      ))}
    </nav>
  );
}
