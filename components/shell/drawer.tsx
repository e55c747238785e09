"use client";

import { Sheet, SheetContent, SheetTitle } from "@/components/ui/sheet";
import { ConversationNav } from "./conversation-nav";
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
        <SheetTitle className="flex h-bar shrink-0 items-center px-4">Conversations</SheetTitle>
        <ConversationNav onGo={() => setIsListOpen(false)} />
        <Foot />
      </SheetContent>
    </Sheet>
  );
}
