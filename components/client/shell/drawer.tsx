"use client";

import { Sheet, SheetContent, SheetTitle } from "@/components/ui/sheet";
import { AgentButton } from "./agents/agent-button";
import { ConversationNav } from "./conversations/conversation-nav";
import { focusItself } from "./focus";
import { Foot } from "./foot";
import { useLayout } from "./layout-context";

/** Drawer with the conversations, for screens without space for the column. */
export function Drawer() {
  const { isListOpen, setIsListOpen } = useLayout();
  return (
    <Sheet open={isListOpen} onOpenChange={setIsListOpen}>
      <SheetContent
        side="left"
        aria-describedby={undefined}
        // By default the search field would get the focus, which opens the keyboard on a phone.
        onOpenAutoFocus={focusItself}
        onEscapeKeyDown={(event) => {
          // Escape in such a field first reverts its text.
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
