"use client";

import { formatList } from "@/components/ui/kit/format";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { field, isRecord, type ToolPart } from "@/lib/shared/chat/parts";
import { urlOf } from "@/lib/shared/file-address";
import { t } from "@/lib/shared/i18n/en/settingsMail";
import { Arguments } from "../approval/arguments";
import { FileChip } from "../file-chip";
import { useFileInfo } from "../files/use-file-info";

/** Drafts and mails of a message's calls, as they are sent. */
export const MailCalls = ({ tools }: { tools: readonly ToolPart[] }) =>
  tools
    .filter(({ toolName, state }) => factsOfTool(toolName)?.gives === "mail" && state === "output-available")
    .map(({ toolCallId, input, output }) => (
      <section
        key={toolCallId}
        aria-label={statusOf(output)}
        className="overflow-hidden rounded-sheet border border-line text-ui"
      >
        <h3 className="border-line border-b px-3.5 py-2 font-medium">{statusOf(output)}</h3>
        <div className="px-3.5 py-2.5">
          <MailContent input={input} text={field(output, "draft") ? field(output, "text") : undefined} />
        </div>
      </section>
    ));

function statusOf(output: unknown): string {
  if (field(output, "draft")) return t("draft");
  return field(output, "status") === "unknown" ? t("unknown") : t("sent");
}

function labelOf(name: "to" | "cc" | "bcc" | "subject"): string {
  if (name === "subject") return t("subjectLabel");
  if (name === "to") return t("toLabel");
  return name === "cc" ? t("ccLabel") : t("bccLabel");
}

/** Fields that the mail itself shows, and the id of a draft, which tells nothing. */
const SHOWN = new Set([
  ...["to", "cc", "bcc", "subject", "text", "files", "reply_to", "draft", "quote", "replaces"],
]);

/** The recipients, the subject and the text of a mail. `text`: as it was stored, with quotes. */
export function MailContent({ input, text }: { input: unknown; text?: string }) {
  if (!isRecord(input)) return null;
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !SHOWN.has(name)));
  const rows = (["to", "cc", "bcc"] as const).flatMap((name) => {
    const addresses = Array.isArray(input[name]) ? input[name].map(String) : [];
    return addresses.length > 0 ? [{ name, value: formatList(addresses) }] : [];
  });
  const files = Array.isArray(input.files) ? input.files.map(String) : [];
  /** The id of a mail is its UIDVALIDITY, its UID and its folder. */
  const folder = field(input, "reply_to")?.replace(/^\d+\.\d+\./, "");
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        {[...rows, { name: "subject" as const, value: field(input, "subject") || t("noSubject") }].map(
          ({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-ink-2">{labelOf(name)}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ),
        )}
        {folder && (
          <div className="contents">
            <dt className="text-ink-2">{t("answersLabel")}</dt>
            <dd className="min-w-0 wrap-anywhere">{t("mailIn", { folder })}</dd>
          </div>
        )}
      </dl>
      <div className="max-h-90 overflow-y-auto rounded-in bg-sheet px-3 py-2 whitespace-pre-wrap wrap-anywhere">
        {text ?? field(input, "text")}
      </div>
      {files.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {files.map((file) => (
            <Attached key={file} url={file.startsWith("/") ? file : urlOf(file)} />
          ))}
        </div>
      )}
      {Object.keys(rest).length > 0 && <Arguments toolName="mail" input={rest} />}
    </div>
  );
}

function Attached({ url }: { url: string }) {
  const info = useFileInfo(url);
  const file = info === "gone" ? undefined : info;
  return <FileChip url={url} name={file?.name ?? url} mediaType={file?.mediaType} />;
}
