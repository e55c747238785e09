"use client";

import { SourceBar } from "@/components/editor/source-bar";
import { later } from "@/components/ui/later";
import type { Component } from "@/lib/shared/components/contract";
import { CodeTrouble } from "./code-trouble";
import type { Code } from "./use-code";

const CodeEditor = later(() => import("@/components/editor/code-editor").then((module) => module.CodeEditor));

/** The source, which a person may change: nothing is saved that does not compile. */
export function CodeTab({ code, component }: { code: Code; component: Component }) {
  const { text, isDirty, error, status, staleSince, change, save, discard } = code;
  return (
    <>
      <SourceBar
        version={component.version}
        isDirty={isDirty}
        status={status}
        staleSince={staleSince}
        saving="Saving, and trying it out"
        copy={{ label: "Copy the code", text: () => text }}
        texts={() => ({ mine: text, theirs: component.code })}
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
