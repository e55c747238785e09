"use client";

import { MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Empty, EmptyContent, EmptyDescription, EmptyHeader, EmptyTitle } from "@/components/ui/empty";
import { useRouter } from "@/components/ui/kit/agent-base";
import { keepDraft } from "@/components/ui/kit/hooks/use-draft";
import { newId } from "@/lib/shared/chat/id";

const PROMPT = "Keep track of what I spend: make a table for it, and show me a form to add to it.";

export function NoTables({ importButton }: { importButton: ReactNode }) {
  const router = useRouter();
  const ask = () => {
    const id = newId();
    keepDraft(id, PROMPT);
    router.push(`/chat/${id}`);
  };
  return (
    <Empty>
      <EmptyHeader>
        <EmptyTitle>No tables yet</EmptyTitle>
        <EmptyDescription>
          The agent stores data in rows here, such as figures from a file, orders or expenses. It queries its
          tables in SQL and draws charts from them. You can view and edit everything yourself.
        </EmptyDescription>
      </EmptyHeader>
      <EmptyContent>
        <div className="flex flex-wrap justify-center gap-2">
          {importButton}
          <Button variant="outline" onClick={ask}>
            <MessageSquare aria-hidden />
            Ask the agent for a table
          </Button>
        </div>
        <p className="text-meta text-ink-3 pointer-coarse:hidden">
          Or drop a CSV file anywhere on this page.
        </p>
      </EmptyContent>
    </Empty>
  );
}
