"use client";

import { ADVANCED_PAGES, isAt, type PlaceEntry, SETTINGS_PAGES } from "@/components/client/shell/places";
import { cn } from "@/components/ui/cn";
import Link, { usePathname } from "@/components/ui/kit/agent-base";
import { useRights } from "@/components/ui/kit/rights";
import { t as common } from "@/lib/shared/i18n/en/common";

export function SettingsNav() {
  const { mayOpen } = useRights();
  const isOffered = ({ href }: PlaceEntry) => mayOpen(href);
  const advanced = ADVANCED_PAGES.filter(isOffered);
  return (
    <nav aria-label={common("settings")} className="px-2 pt-3">
      <Pages pages={SETTINGS_PAGES.filter(isOffered)} />
      {advanced.length > 0 && (
        <>
          <h2 className="px-2 pt-4 pb-1.5 text-meta text-ink-3">{common("advanced")}</h2>
          <Pages pages={advanced} />
        </>
      )}
    </nav>
  );
}

function Pages({ pages }: { pages: readonly PlaceEntry[] }) {
  const path = usePathname();
  return (
    <ul className="flex flex-col gap-px">
      {pages.map(({ href, title, icon: Icon }) => {
        const isCurrent = isAt(path, href);
        return (
          <li key={href}>
            <Link
              href={href}
              aria-current={path === href ? "page" : isCurrent ? "true" : undefined}
              className={cn(
                "flex h-8 items-center gap-2.5 rounded-in px-2 text-ink-2 transition-colors hover:bg-fill-hover hover:text-ink",
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
  );
}
