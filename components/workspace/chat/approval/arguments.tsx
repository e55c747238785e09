"use client";

import { RawText } from "@/components/ui/kit/raw-text";
import { later } from "@/components/ui/later";
import { isRecord } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/chatApproval";
import { t as common } from "@/lib/shared/i18n/en/common";

const CodeBox = later(
  () => import("@/components/ui/kit/code-box").then((module) => module.CodeBox),
  ({ text }) => <RawText text={text} className="rounded-in bg-sheet px-3 pt-9 pb-3" />,
);

const SHORT = 160;
const MAX_CHARS = 100_000;

export function Arguments({ toolName, input }: { toolName: string; input: unknown }) {
  if (!isRecord(input)) return <RawText text={JSON.stringify(input, null, 2) ?? common("nothing")} />;
  const entries = Object.entries(input);
  if (entries.length === 0) return <p className="text-ink-2">{t("noArguments")}</p>;
  return (
    <dl className="flex flex-col gap-2">
      {entries.map(([name, value]) => (
        <div
          key={name}
          className={
            isLong(value) ? "flex flex-col gap-1" : "grid grid-cols-[minmax(84px,auto)_minmax(0,1fr)] gap-x-3"
          }
        >
          <dt className="font-mono text-[12px] leading-5 text-ink-2 wrap-anywhere">{name}</dt>
          <dd className="min-w-0">
            <Value value={value} language={languageOf(toolName, name, value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isLong = (value: unknown): boolean =>
  typeof value === "string"
    ? value.length > SHORT || value.includes("\n")
    : typeof value === "object" && value !== null;

function Value({ value, language }: { value: unknown; language: string | undefined }) {
  if (!isLong(value)) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return text === "" ? (
      <span className="text-ink-3">{t("empty")}</span>
    ) : (
      <span className="wrap-anywhere whitespace-pre-wrap">{text}</span>
    );
  }
  const whole = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const text = whole.length > MAX_CHARS ? whole.slice(0, MAX_CHARS) : whole;
  return (
    <>
      {language ? (
        <CodeBox text={text} language={language} wrapped className="bg-sheet" />
      ) : (
        <RawText text={text} className="rounded-in bg-sheet px-2.5 py-2" />
      )}
      {text !== whole && (
        <p className="mt-1 text-meta text-ink-2">{t("charsHidden", { count: whole.length - MAX_CHARS })}</p>
      )}
    </>
  );
}

function languageOf(toolName: string, name: string, value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  if (/sql|^query$/i.test(name) && /^\s*(select|insert|update|delete|create|with|drop|alter)\b/i.test(value))
    return "sql";
  if (!/code|script|source|jsx|tsx/i.test(name)) return undefined;
  return /component|render/.test(toolName) ? "tsx" : "js";
}
