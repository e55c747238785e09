"use client";

import { formatted } from "@/components/draw/editor/format";
import { SourceBar } from "@/components/draw/editor/source-bar";
import { SourceTrouble } from "@/components/draw/editor/source-trouble";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import type { Component } from "@/lib/shared/components/contract";
import type { Code } from "./use-code";

const CodeEditor = later(() =>
  import("@/components/draw/editor/code-editor").then((module) => module.CodeEditor),
);

export function CodeTab({ code, component }: { code: Code; component: Component }) {
  const { text, isDirty, error, status, staleSince, change, save, discard } = code;
  return (
    <>
      <SourceBar
        version={component.version}
        isDirty={isDirty}
        status={status}
        staleSince={staleSince}
        saving="Saving and testing"
        copy={{ label: "Copy the code", text: () => text }}
        // The check of the code already shows what is wrong with it.
        onFormat={() => void formatted(text, "tsx").then(change, () => {})}
        versions={() => ({ mine: text, theirs: component.code })}
        onSave={(how) => void save(how)}
        onDiscard={discard}
      />
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

function CodeTrouble({ code: { error, trouble, save } }: { code: Code }) {
  const text = error
    ? `Line ${error.line}: ${error.message}`
    : trouble?.kind === "gate"
      ? `Not saved: it compiles, but failed its test. ${trouble.message}`
      : trouble
        ? `Not saved. ${trouble.message}`
        : undefined;
  return (
    <SourceTrouble text={text}>
      {!error && trouble?.kind === "gate" && (
        <Button variant="outline" className="mt-2 ml-6" onClick={() => void save({ accept: true })}>
          Save anyway
        </Button>
      )}
    </SourceTrouble>
  );
}
