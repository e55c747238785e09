"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { later } from "@/components/ui/later";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { schemaText } from "./schema-text";
import type { Source } from "./use-source";

const Conflict = later(() => import("@/components/versions/conflict").then((module) => module.Conflict));

type SourceBarProps = { source: Source; tool: AgentTool; copied: () => string };

/** Above what is being written: how it stands, and what can be done. */
export function SourceBar({ source, tool, copied }: SourceBarProps) {
  const { texts, dirty, status, staleSince, save, discard } = source;
  const { version } = tool;
  const isDirty = dirty.size > 0;
  const isSaving = status === "saving";
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-6 pt-1 pb-3 max-md:px-4">
        <p role="status" className="min-w-0 flex-1 truncate text-ink-2">
          {isSaving
            ? "Saving"
            : status === "saved"
              ? `Saved as version ${version}`
              : isDirty
                ? "Not saved"
                : `Version ${version}`}
        </p>
        <CopyButton text={copied} label="Copy" size="icon" />
        {isDirty && !isSaving && (
          <Button variant="ghost" onClick={discard}>
            Discard
          </Button>
        )}
        {staleSince === undefined && (
          <Button aria-disabled={!isDirty || isSaving} onClick={() => void save()}>
            Save
          </Button>
        )}
      </div>
      {staleSince !== undefined && (
        <Conflict
          mine={asOne(texts)}
          base={staleSince}
          theirs={{ version, text: asOne({ ...tool, schema: schemaText(tool.parameter_schema) }) }}
          onTheirs={discard}
          onMine={() => void save({ isOver: true })}
        />
      )}
    </>
  );
}

/** All that is saved together, for comparing. */
const asOne = ({ description, schema, code }: Source["texts"]): string =>
  [description, schema, code].join("\n\n");
