import { LOOKS } from "@/components/client/versions/kinds";
import { Button } from "@/components/ui/button";
import { Empty, EmptyContent, EmptyHeader } from "@/components/ui/empty";
import type { Filter } from "./api";

export function NoEntries({ filter: { kind, name, author }, onAll }: { filter: Filter; onAll: () => void }) {
  return (
    <Empty>
      <EmptyHeader>
        {author
          ? "No changes here match."
          : name !== undefined
            ? `Nothing here was ever called “${name}”.`
            : kind
              ? LOOKS[kind].none
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
