"use client";

import { Clock3, Keyboard, LogOut } from "lucide-react";
import { type ReactNode, useRef } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuShortcut,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import Link from "@/components/ui/kit/agent-base";
import { setTheme, useTheme } from "@/components/ui/kit/hooks/use-theme";
import { recentPointsHere } from "@/components/ui/kit/recent-points";
import { May } from "@/components/ui/kit/rights";
import { readTheme, THEME_LABELS, THEMES } from "@/components/ui/kit/theme";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shell";
import { KeyHint } from "./key-hint";
import { leave } from "./leave";

type FootMenuProps = {
  trigger: ReactNode;
  canSignOut: boolean;
  onShortcuts: () => void;
  onGo?: (() => void) | undefined;
};

/** The menu mounts open, because its code loads on the first click on the trigger. */
export function FootMenu({ trigger, canSignOut, onShortcuts, onGo }: FootMenuProps) {
  const theme = useTheme();
  const isAsked = useRef(false);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent
        side="top"
        align="start"
        className="min-w-52"
        onCloseAutoFocus={() => {
          // Open the list of shortcuts after the focus has returned to the button, so that closing it restores
          // the focus there.
          if (isAsked.current) setTimeout(onShortcuts);
          isAsked.current = false;
        }}
      >
        <DropdownMenuLabel>{common("theme")}</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={theme} onValueChange={(value) => setTheme(readTheme(value))}>
          {THEMES.map((one) => (
            // Keep the menu open, so that the user can compare themes.
            <DropdownMenuRadioItem key={one} value={one} onSelect={(event) => event.preventDefault()}>
              {THEME_LABELS[one]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <May open="/agent/history">
          <DropdownMenuSeparator />
          <DropdownMenuLabel>{t("goBack")}</DropdownMenuLabel>
          {recentPointsHere().map(({ label, at }) => (
            <DropdownMenuItem key={at} asChild>
              <Link href={`/agent/history?${new URLSearchParams({ at })}`} onClick={onGo}>
                <Clock3 aria-hidden />
                {label}
              </Link>
            </DropdownMenuItem>
          ))}
        </May>
        <DropdownMenuSeparator />
        <DropdownMenuItem
          onSelect={() => {
            isAsked.current = true;
          }}
        >
          <Keyboard aria-hidden />
          {t("shortcuts")}
          <DropdownMenuShortcut>
            <KeyHint of="shortcuts" />
          </DropdownMenuShortcut>
        </DropdownMenuItem>
        {canSignOut && (
          <DropdownMenuItem onSelect={() => void leave()}>
            <LogOut aria-hidden />
            {t("signOut")}
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
