"use client";

import { SquarePen } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useTimeZone } from "@/components/chat/clock";
import { Button } from "@/components/ui/button";
import type { Summary } from "@/lib/shared/chat/contract";
import { groupByDay } from "@/lib/shared/chat/time";
import { ConversationLink } from "./conversation-link";

type ConversationListProps = {
  conversations: Summary[];
  current: string | undefined;
  now: string;
  onDelete: (conversation: { id: string; title: string }) => void;
  onOlder: (() => Promise<void>) | undefined;
};

export function ConversationList({ conversations, current, now, onDelete, onOlder }: ConversationListProps) {
  const groups = groupByDay(conversations, now, useTimeZone());
  return (
    <nav aria-label="Conversations" className="flex min-h-0 flex-1 flex-col">
      <Link
        href="/"
        prefetch={false}
        className="mx-2 mb-2 flex h-8 shrink-0 items-center gap-2.5 rounded-in px-2 text-ink-2 transition-colors hover:bg-fill-hover hover:text-ink max-md:h-11"
      >
        <SquarePen aria-hidden className="size-4" />
        New conversation
      </Link>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {groups.length === 0 && <p className="px-2 py-2 text-ink-3">No conversations yet.</p>}
        {groups.map((group) => (
          <section key={group.label} className="mb-4">
            <h2 className="px-2 py-1.5 text-meta text-ink-3">{group.label}</h2>
            <ul className="flex flex-col gap-px">
              {group.items.map((item) => (
                <ConversationLink
                  key={item.id}
                  item={item}
                  isCurrent={item.id === current}
                  onDelete={onDelete}
                />
              ))}
            </ul>
          </section>
        ))}
        {onOlder && <Older onOlder={onOlder} />}
      </div>
    </nav>
  );
}

function Older({ onOlder }: { onOlder: () => Promise<void> }) {
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const load = () => {
    setState("busy");
    onOlder().then(
      () => setState("idle"),
      () => setState("failed"),
    );
  };
  return (
    <Button variant="ghost" className="w-full" disabled={state === "busy"} onClick={load}>
      {state === "failed" ? "Not loaded. Try again" : "Show older ones"}
    </Button>
  );
}
