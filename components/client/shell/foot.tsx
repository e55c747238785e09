"use client";

import { Settings } from "lucide-react";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/kit/agent-base";
import { MenuButton } from "@/components/ui/kit/menu-button";
import { AGENT_PLACES } from "./agents/agent-places";
import { useFootMenu } from "./use-foot-menu";

const row =
  "flex h-8 min-w-0 items-center gap-2.5 rounded-in px-2 text-ink-2 transition-colors hover:bg-fill-hover hover:text-ink max-md:h-11";

export function Foot({ hasPlaces = true }: { hasPlaces?: boolean }) {
  const menu = useFootMenu();
  return (
    <div className="flex shrink-0 flex-col gap-px p-2">
      {hasPlaces &&
        AGENT_PLACES.map(({ href, title, icon: Icon }) => (
          <Link key={href} href={href} className={row}>
            <Icon aria-hidden className="size-4" />
            {title}
          </Link>
        ))}
      <div className="flex items-center gap-1">
        <Link href="/settings/models" className={cn(row, "flex-1")}>
          <Settings aria-hidden className="size-4" />
          Settings
        </Link>
        <MenuButton label="Theme, shortcuts and more" {...menu} />
      </div>
    </div>
  );
}
