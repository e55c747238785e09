import { LOOKS } from "@/components/client/versions/kinds";
import { Button } from "@/components/ui/button";
import { Empty, EmptyContent, EmptyHeader } from "@/components/ui/empty";
import type { Filter } from "./api";
import { BY } from "./describe-version";

export function NoEntries({ filter: { kind, name, author }, onAll }: { filter: Filter; onAll: () => void }) {
  return (
    <Empty>
      <EmptyHeader>
        {author
          ? `Nothing here was changed ${BY[author].replace("By", "by")}.`
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
