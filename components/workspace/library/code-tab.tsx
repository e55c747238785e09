"use client";

import { formatted } from "@/components/draw/editor/format";
import { SourceBar } from "@/components/draw/editor/source-bar";
import { SourceTrouble } from "@/components/draw/editor/source-trouble";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import type { Component } from "@/lib/shared/components/contract";
import { t } from "@/lib/shared/i18n/en/library";
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
        saving={t("savingAndTesting")}
        copy={{ label: t("copyCode"), text: () => text }}
        // The check of the code already shows what is wrong with it.
        onFormat={() => void formatted(text, "tsx").then(change, () => {})}
        versions={() => ({ mine: text, theirs: component.code })}
        onSave={(how) => void save(how)}
        onDiscard={discard}
      />
      <CodeEditor
        label={t("codeOf", { name: component.name })}
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
    ? t("atLine", { line: error.line, message: error.message })
    : trouble?.kind === "gate"
      ? t("gateFailed", { message: trouble.message })
      : trouble
        ? t("notSavedBecause", { message: trouble.message })
        : undefined;
  return (
    <SourceTrouble text={text}>
      {!error && trouble?.kind === "gate" && (
        <Button variant="outline" className="mt-2 ml-6" onClick={() => void save({ accept: true })}>
          {t("saveAnyway")}
        </Button>
      )}
    </SourceTrouble>
  );
}
