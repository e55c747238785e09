"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { SETTINGS_PAGES } from "./pages";

export const navRow =
  "flex h-8 items-center gap-2.5 rounded-in px-2 text-ink-2 transition-colors hover:bg-fill-hover hover:text-ink";

/** The pages of the settings, one under the other. */
export function SettingsNav() {
  const path = usePathname();
  return (
    <nav aria-label="Settings" className="px-2">
      <h2 className="px-2 pt-3 pb-1.5 text-meta text-ink-3">The workspace</h2>
      <ul className="flex flex-col gap-px">
        {SETTINGS_PAGES.map(({ href, title, icon: Icon }) => {
          const isCurrent = path === href;
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={isCurrent ? "page" : undefined}
                className={cn(navRow, isCurrent && "bg-fill-press font-medium text-ink hover:bg-fill-press")}
              >
                <Icon aria-hidden className="size-4" />
                {title}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
