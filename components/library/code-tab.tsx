"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { later } from "@/components/ui/later";
import type { Component } from "@/lib/shared/components/contract";
import { CodeTrouble } from "./code-trouble";
import type { Code } from "./use-code";

const Conflict = later(() => import("@/components/versions/conflict").then((module) => module.Conflict));
const CodeEditor = later(() => import("@/components/editor/code-editor").then((module) => module.CodeEditor));

/** The source, which a person may change: nothing is saved that does not compile. */
export function CodeTab({ code, component }: { code: Code; component: Component }) {
  const { text, isDirty, error, status, staleSince, change, save, discard } = code;
  const isSaving = status === "saving";
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-6 pt-1 pb-3 max-md:px-4">
        <p role="status" className="min-w-0 flex-1 truncate text-ink-2">
          {isSaving
            ? "Saving, and trying it out"
            : status === "saved"
              ? `Saved as version ${component.version}`
              : isDirty
                ? "Not saved"
                : `Version ${component.version}`}
        </p>
        <CopyButton text={() => text} label="Copy the code" size="icon" />
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
          mine={text}
          base={staleSince}
          theirs={{ version: component.version, text: component.code }}
          onTheirs={discard}
          onMine={() => void save({ isOver: true })}
        />
      )}
      <CodeEditor
        label={`Code of ${component.name}`}
        value={text}
        error={error}
        onChange={change}
        onSave={() => void save()}
      />
      <CodeTrouble code={code} />
    </>
  );
}
