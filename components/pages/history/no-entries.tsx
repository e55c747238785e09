import { LOOKS } from "@/components/client/versions/kinds";
import { Button } from "@/components/ui/button";
import { Empty, EmptyContent, EmptyHeader } from "@/components/ui/empty";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/history";
import type { Filter } from "./api";

export function NoEntries({ filter: { kind, name, author }, onAll }: { filter: Filter; onAll: () => void }) {
  return (
    <Empty>
      <EmptyHeader>
        {author
          ? t("noMatches")
          : name !== undefined
            ? t("neverCalled", { name })
            : kind
              ? LOOKS[kind].none
              : t("noChanges")}
      </EmptyHeader>
      {(kind || author) && (
        <EmptyContent>
          <Button variant="outline" onClick={onAll}>
            {common("showAll")}
          </Button>
        </EmptyContent>
      )}
    </Empty>
  );
}
