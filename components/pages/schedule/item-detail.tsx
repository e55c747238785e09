"use client";

import { MessageCircle, Pencil, Play, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { Sheet, SheetContent, SheetDescription, SheetHeader, SheetTitle } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import type { Item } from "./api";
import { ItemWhen } from "./item-when";
import { RunList } from "./run-list";
import type { ItemActions } from "./use-items";
import { WebhookAddress } from "./webhook-address";

type ItemDetailProps = {
  /** Undefined while loading; null if the item does not exist. */
  item: Item | undefined | null;
  now: string;
  timeZone: string;
  actions: ItemActions;
  onEdit: (item: Item) => void;
  onClose: () => void;
};

export function ItemDetail({ item, now, timeZone, actions, onEdit, onClose }: ItemDetailProps) {
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent className="w-120 bg-sheet max-md:w-full max-md:max-w-full">
        <SheetHeader className="px-5 pt-4 pb-0">
          <SheetTitle className="text-prose font-medium wrap-anywhere">
            {item ? item.name : item === null ? "No such job" : "Job"}
          </SheetTitle>
          <SheetDescription className="text-ink-2 wrap-anywhere">
            {item ? <ItemWhen item={item} /> : item === null && "It was deleted or never existed."}
          </SheetDescription>
        </SheetHeader>
        {item === undefined && <Skeleton className="m-5 h-40" />}
        {item && (
          <div className="flex flex-col gap-5 p-5">
            <div className="flex flex-wrap gap-2">
              <Button
                variant="outline"
                aria-disabled={actions.runs === item.id}
                onClick={() => actions.runs !== item.id && actions.run(item)}
              >
                <Play aria-hidden />
                Run now
              </Button>
              <Button variant="outline" onClick={() => onEdit(item)}>
                <Pencil aria-hidden />
                Edit
              </Button>
              {item.chatId && (
                <Button asChild variant="outline">
                  <Link href={`/chat/${item.chatId}`}>
                    <MessageCircle aria-hidden />
                    Conversation
                  </Link>
                </Button>
              )}
              <Button
                variant="destructive"
                onClick={() => {
                  onClose();
                  actions.remove(item);
                }}
              >
                <Trash2 aria-hidden />
                Delete
              </Button>
            </div>
            {item.kind === "webhook" && item.url && (
              <section className="flex flex-col gap-2">
                <h3 className="font-medium">Its address</h3>
                <WebhookAddress url={item.url} />
              </section>
            )}
            <section className="flex flex-col gap-2">
              <h3 className="font-medium">Instruction</h3>
              <p className="max-h-60 overflow-y-auto rounded-in bg-fill px-3 py-2 whitespace-pre-wrap wrap-anywhere">
                {item.instruction}
              </p>
            </section>
            <section className="flex flex-col gap-2">
              <h3 className="font-medium">Its runs</h3>
              <RunList item={item} now={now} timeZone={timeZone} />
            </section>
          </div>
        )}
      </SheetContent>
    </Sheet>
  );
}
