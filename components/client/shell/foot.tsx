"use client";

import { Settings } from "lucide-react";
import { cn } from "@/components/ui/cn";
import Link, { usePathname } from "@/components/ui/kit/agent-base";
import { MenuButton } from "@/components/ui/kit/menu-button";
import { useRights } from "@/components/ui/kit/rights";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shell";
import { isAt, PLACES, settingsHome } from "./places";
import { useFootMenu } from "./use-foot-menu";

const link = "rounded-in text-ink-2 transition-colors hover:bg-fill-hover hover:text-ink";
const chosen = "bg-fill-press font-medium text-ink hover:bg-fill-press";

/**
 * The places, the settings, and the menu. Calls `onGo` when the user follows a link. In the drawer, which has `onGo`, the
 * settings start with their list, because a phone has no column for it.
 */
export function Foot({ onGo }: { onGo?: () => void }) {
  const menu = useFootMenu(onGo);
  const path = usePathname();
  const { mayOpen } = useRights();
  const currentOf = (href: string) => (path === href ? "page" : isAt(path, href) ? "true" : undefined);
  return (
    <div className="flex shrink-0 flex-col gap-1 border-line border-t p-1 pb-2">
      <nav aria-label={t("places")} className="flex">
        {PLACES.filter(({ href }) => mayOpen(href)).map(({ href, title, icon: Icon }) => (
          <Link
            key={href}
            href={href}
            onClick={onGo}
            aria-current={currentOf(href)}
            className={cn(
              link,
              "flex h-12 min-w-11 grow flex-col items-center justify-center gap-0.5 text-meta max-md:h-14 [&:lang(de)]:text-[0.6875rem]",
              isAt(path, href) && chosen,
            )}
          >
            <Icon aria-hidden className="size-4 max-md:size-5" />
            {title}
          </Link>
        ))}
      </nav>
      <div className="flex items-center gap-1 px-1">
        <Link
          href={onGo ? "/settings" : settingsHome(mayOpen)}
          onClick={onGo}
          aria-current={isAt(path, "/settings") ? "true" : undefined}
          className={cn(
            link,
            "flex h-8 flex-1 items-center gap-2.5 px-2 max-md:h-11",
            isAt(path, "/settings") && chosen,
          )}
        >
          <Settings aria-hidden className="size-4" />
          {common("settings")}
        </Link>
        <MenuButton label={t("menu")} {...menu} />
      </div>
    </div>
  );
}
