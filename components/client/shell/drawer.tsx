"use client";

import { Sheet, SheetContent, SheetTitle } from "@/components/ui/sheet";
import { t as common } from "@/lib/shared/i18n/en/common";
import { AgentButton } from "./agents/agent-button";
import { ConversationNav } from "./conversations/conversation-nav";
import { focusItself } from "./focus";
import { Foot } from "./foot";
import { useLayout } from "./layout-context";

/** Drawer with the list of conversations, for screens that are too narrow for the list as a column. */
export function Drawer() {
  const { isListOpen, setIsListOpen } = useLayout();
  return (
    <Sheet open={isListOpen} onOpenChange={setIsListOpen}>
      <SheetContent
        side="left"
        aria-describedby={undefined}
        // Otherwise the search field would get the focus, which opens the keyboard on a phone.
        onOpenAutoFocus={focusItself}
        onEscapeKeyDown={(event) => {
          // In a field with `data-escape`, Escape reverts the text first. The next Escape closes the drawer.
          if (event.target instanceof Element && event.target.matches("[data-escape]"))
            event.preventDefault();
        }}
      >
        <SheetTitle className="sr-only">{common("conversations")}</SheetTitle>
        <div className="flex h-bar shrink-0 items-center pr-12 pl-2">
          <AgentButton className="flex-1" />
        </div>
        <ConversationNav onGo={() => setIsListOpen(false)} />
        <Foot onGo={() => setIsListOpen(false)} />
      </SheetContent>
    </Sheet>
  );
}
