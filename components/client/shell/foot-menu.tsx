"use client";

import { Keyboard, LogOut } from "lucide-react";
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
import { setTheme, useTheme } from "@/components/ui/kit/hooks/use-theme";
import { readTheme, THEME_LABELS, THEMES } from "@/components/ui/kit/theme";
import { KeyHint } from "./key-hint";
import { leave } from "./leave";

type FootMenuProps = { trigger: ReactNode; canSignOut: boolean; onShortcuts: () => void };

/** It comes open: it was asked for before it was there. */
export function FootMenu({ trigger, canSignOut, onShortcuts }: FootMenuProps) {
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
          // After the focus has gone back to the button, where the sheet will return it.
          if (isAsked.current) setTimeout(onShortcuts);
          isAsked.current = false;
        }}
      >
        <DropdownMenuLabel>Theme</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={theme} onValueChange={(value) => setTheme(readTheme(value))}>
          {THEMES.map((one) => (
            // The menu stays, so that one can look at each.
            <DropdownMenuRadioItem key={one} value={one} onSelect={(event) => event.preventDefault()}>
              {THEME_LABELS[one]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem
          onSelect={() => {
            isAsked.current = true;
          }}
        >
          <Keyboard aria-hidden />
          Keyboard shortcuts
          <DropdownMenuShortcut>
            <KeyHint of="shortcuts" />
          </DropdownMenuShortcut>
        </DropdownMenuItem>
        {canSignOut && (
          <DropdownMenuItem onSelect={() => void leave()}>
            <LogOut aria-hidden />
            Sign out
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
