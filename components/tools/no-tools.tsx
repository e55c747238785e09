"use client";

import { useRouter } from "next/navigation";
import { keepDraft } from "@/components/chat/use-draft";
import { Button } from "@/components/ui/button";
import { newId } from "@/lib/shared/chat/id";
import { openings } from "@/lib/shared/openings";

/** How the first tool comes about. */
export function NoTools() {
  const router = useRouter();
  const ask = () => {
    const conversation = newId();
    keepDraft(conversation, ASK);
    router.push(`/chat/${conversation}`);
  };
  return (
    <div className="flex flex-col items-start gap-3 border-line border-t py-4 pr-5 pl-15 max-md:px-4">
      <p className="max-w-prose text-ink-2">
        No tools yet. The agent writes one when nothing it has will do, tries it out, and keeps it here for
        the next time. It runs in a sandbox, and every version can be brought back.
      </p>
      <Button variant="outline" onClick={ask}>
        Ask for one
      </Button>
    </div>
  );
}

const ASK = openings.find(({ id }) => id === "tool")?.text ?? "";
