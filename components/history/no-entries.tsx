import { Button } from "@/components/ui/button";
import { Empty, EmptyContent, EmptyHeader } from "@/components/ui/empty";
import type { Kind } from "@/lib/shared/history";
import type { Filter } from "./api";
import { BY } from "./words";

const WORDS: Record<Kind, string> = {
  system_prompt: "The prompt has no versions yet.",
  learned_notes: "The notes have no versions yet.",
  tool: "No tools yet. Ask the agent to make one.",
  component: "No components yet. Ask the agent to build one.",
  state: "Nothing is in the state yet.",
  database: "No copies of the database yet. One is kept each day it changes, and before much is taken away.",
};

/** Where the versions would be. */
export function NoEntries({ filter: { kind, name, author }, onAll }: { filter: Filter; onAll: () => void }) {
  return (
    <Empty>
      <EmptyHeader>
        {author
          ? `Nothing here was changed ${BY[author].replace("By", "by")}.`
          : name !== undefined
            ? `Nothing here was ever called “${name}”.`
            : kind
              ? WORDS[kind]
              : "Nothing has changed yet."}
      </EmptyHeader>
      {(kind || author) && (
        <EmptyContent>
          <Button variant="outline" onClick={onAll}>
            Show everything
          </Button>
        </EmptyContent>
      )}
    </Empty>
  );
}
