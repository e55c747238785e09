"use client";

import { Settings } from "lucide-react";
import Link from "next/link";
import { MenuButton } from "./menu-button";
import { useFootMenu } from "./use-foot-menu";

/** The foot of column and drawer: the settings, and what seldom changes. */
export function Foot() {
  const menu = useFootMenu();
  return (
    <div className="flex shrink-0 items-center gap-1 p-2">
      <Link
        href="/settings/models"
        prefetch={false}
        className="flex h-8 min-w-0 flex-1 items-center gap-2.5 rounded-in px-2 text-ink-2 transition-colors hover:bg-fill-hover hover:text-ink max-md:h-11"
      >
        <Settings aria-hidden className="size-4" />
        Settings
      </Link>
      <MenuButton label="Theme, shortcuts and more" {...menu} />
    </div>
  );
}
