"use client";

import { useId, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { CodeBox } from "@/components/ui/kit/code-box";
import { DisclosureButton, DisclosureContent } from "@/components/ui/kit/disclosure";
import { t } from "@/lib/shared/i18n/en/settingsReference";
import { type Operation, type Schema, scopeOf } from "./document";
import { typeText } from "./type-text";

type OperationProps = { operation: Operation; schemas: Record<string, Schema> };

export function OperationRow({ operation, schemas }: OperationProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { method, path, summary } = operation;
  return (
    <li>
      <DisclosureButton
        isOpen={isOpen}
        controls={id}
        isTop
        className="w-full rounded-in px-2 py-1.5 max-md:py-2.5"
        onOpen={setOpen}
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <span className="w-14 font-mono text-meta text-ink-3 max-md:w-auto">{method}</span>
          <span className="min-w-0 font-mono text-meta wrap-anywhere md:basis-64">{path}</span>
          <span className="min-w-0 flex-1 basis-56 text-ink-2">{summary}</span>
        </span>
      </DisclosureButton>
      <DisclosureContent id={id} isOpen={isOpen} className="flex flex-col gap-3 px-2 pt-1 pb-4 md:pl-8.5">
        <Access operation={operation} />
        <Parameters operation={operation} schemas={schemas} />
        <Body operation={operation} schemas={schemas} />
        <Responses operation={operation} schemas={schemas} />
      </DisclosureContent>
    </li>
  );
}

function Access({ operation }: { operation: Operation }) {
  const { security, description } = operation;
  const scope = scopeOf(operation);
  const badge =
    security.length === 0
      ? t("anyone")
      : scope === undefined
        ? t("noToken")
        : scope
          ? t("scope", { scope })
          : t("anyToken");
  return (
    <p className="flex flex-wrap items-center gap-2 text-ink-2">
      <Badge variant="secondary">{badge}</Badge>
      {description}
    </p>
  );
}

function Parameters({ operation: { parameters = [] }, schemas }: OperationProps) {
  const own = parameters.flatMap((one) => ("name" in one ? [one] : []));
  const lines = [
    ...own.map(({ name, required, schema }) => `${name}${required ? "" : "?"}: ${typeText(schema, schemas)}`),
    ...(own.length < parameters.length ? ["agent?: string"] : []),
  ];
  return lines.length === 0 ? null : (
    <CodeBox language="ts" label={t("parameters")} text={`// ${t("parameters")}\n${lines.join("\n")}`} />
  );
}

function Body({ operation: { requestBody }, schemas }: OperationProps) {
  return requestBody ? <Contents title={t("body")} content={requestBody.content} schemas={schemas} /> : null;
}

function Responses({ operation: { responses }, schemas }: OperationProps) {
  return Object.entries(responses)
    .filter(([status]) => /^2/.test(status))
    .map(([status, { content }]) => (
      <Contents key={status} title={status} content={content ?? {}} schemas={schemas} />
    ));
}

type ContentsProps = {
  title: string;
  content: Record<string, { schema?: Schema }>;
  schemas: Record<string, Schema>;
};

function Contents({ title, content, schemas }: ContentsProps) {
  const types = Object.entries(content);
  if (types.length === 0) return <p className="text-meta text-ink-2">{t("empty", { status: title })}</p>;
  return types.map(([type, { schema = {} }]) => (
    <CodeBox
      key={type}
      language="ts"
      label={`${title} ${type}`}
      text={`// ${title}, ${type}\n${type === "application/json" ? typeText(schema, schemas) : ""}`.trim()}
    />
  ));
}
