"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { later } from "@/components/ui/later";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/editor";

const Conflict = later(() =>
  import("@/components/client/versions/conflict").then((module) => module.Conflict),
);

type SourceBarProps = {
  version: number;
  isDirty: boolean;
  status: "saving" | "saved" | undefined;
  staleSince: number | undefined;
  saving?: string;
  copy?: { label: string; text: () => string };
  onFormat?: () => void;
  versions: () => { mine: string; theirs: string };
  onSave: (how?: { isOver?: boolean }) => void;
  onDiscard: () => void;
};

export function SourceBar(props: SourceBarProps) {
  const {
    version,
    isDirty,
    status,
    staleSince,
    saving = common("saving"),
    copy,
    onFormat,
    versions,
    onSave,
    onDiscard,
  } = props;
  const isSaving = status === "saving";
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-6 pt-1 pb-3 max-md:px-4">
        <p role="status" className="min-w-0 flex-1 truncate text-ink-2">
          {isSaving
            ? saving
            : status === "saved"
              ? t("savedAs", { version })
              : isDirty
                ? common("notSaved")
                : t("version", { version })}
        </p>
        {copy && <CopyButton {...copy} size="icon" />}
        {onFormat && (
          <Button variant="ghost" onClick={onFormat}>
            {t("format")}
          </Button>
        )}
        {isDirty && !isSaving && (
          <Button variant="ghost" onClick={onDiscard}>
            {common("discard")}
          </Button>
        )}
        {staleSince === undefined && (
          <Button aria-disabled={!isDirty || isSaving} onClick={() => onSave()}>
            {common("save")}
          </Button>
        )}
      </div>
      {staleSince !== undefined && (
        <Changed
          version={version}
          staleSince={staleSince}
          versions={versions}
          onSave={onSave}
          onDiscard={onDiscard}
        />
      )}
    </>
  );
}

type ChangedProps = Pick<SourceBarProps, "version" | "versions" | "onSave" | "onDiscard"> & {
  staleSince: number;
};

function Changed({ version, staleSince, versions, onSave, onDiscard }: ChangedProps) {
  const { mine, theirs } = versions();
  return (
    <Conflict
      mine={mine}
      base={staleSince}
      theirs={{ version, text: theirs }}
      onTheirs={onDiscard}
      onMine={() => onSave({ isOver: true })}
    />
  );
}
