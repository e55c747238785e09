"use client";

import { Sheet, SheetContent, SheetTitle } from "@/components/ui/sheet";
import { AgentButton } from "./agents/agent-button";
import { ConversationNav } from "./conversations/conversation-nav";
import { focusItself } from "./focus";
import { Foot } from "./foot";
import { useLayout } from "./layout-context";

/** The list of conversations over the page, where the column does not fit. */
export function Drawer() {
  const { isListOpen, setIsListOpen } = useLayout();
  return (
    <Sheet open={isListOpen} onOpenChange={setIsListOpen}>
      <SheetContent
        side="left"
        aria-describedby={undefined}
        // Left alone, the focus would go into the search field and bring up the keyboard of a phone.
        onOpenAutoFocus={focusItself}
        onEscapeKeyDown={(event) => {
          // Escape in a field takes back what was typed there first.
          if (event.target instanceof Element && event.target.matches("[data-escape]"))
            event.preventDefault();
        }}
      >
        <SheetTitle className="sr-only">Conversations</SheetTitle>
        <div className="flex h-bar shrink-0 items-center pr-12 pl-2">
          <AgentButton className="flex-1" />
        </div>
        <ConversationNav onGo={() => setIsListOpen(false)} />
        <Foot />
      </SheetContent>
    </Sheet>
  );
}
