"use client";

import { CircleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { failureText } from "@/components/client/failure";
import { FromWeb } from "@/components/client/origins/from-web";
import { cn } from "@/components/ui/cn";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import Link from "@/components/ui/kit/agent-base";
import { FileIcon } from "@/components/ui/kit/file-icon";
import { formatBytes } from "@/components/ui/kit/format";
import type { ChosenStyle } from "@/lib/shared/data/bodies";
import { fileIdOf } from "@/lib/shared/file-address";
import type { ColumnReadings, FileText, ReadAs, StoredFile } from "@/lib/shared/files";
import { t } from "@/lib/shared/i18n/en/chat";
import { readFileAs, useFileInfo } from "./files/use-file-info";

type FileChipProps = { url?: string; name: string; mediaType?: string };

const CHIP =
  "flex min-h-6 w-fit max-w-full items-center gap-1.5 rounded-in border border-line bg-sheet px-2 text-meta";

export function FileChip({ url = "", name, mediaType = "" }: FileChipProps) {
  const info = useFileInfo(url);
  const isStored = fileIdOf(url) !== undefined;
  const face = (
    <>
      <FileIcon mediaType={mediaType} className="size-3.5 shrink-0 text-ink-2" />
      <span className="truncate">{name}</span>
    </>
  );
  if (!isStored || info === "gone")
    return (
      <span className={cn(CHIP, info === "gone" && "text-ink-3")}>
        {face}
        {info === "gone" && <span className="shrink-0">{t("deleted")}</span>}
      </span>
    );
  return (
    <span className="flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
      <a
        href={url}
        target="_blank"
        rel="noopener"
        title={name}
        className={cn(CHIP, "transition-colors hover:border-line-control max-md:min-h-11 max-md:px-3")}
      >
        {face}
        {info && <span className="shrink-0 text-ink-3 tabular-nums">{formatBytes(info.size)}</span>}
      </a>
      {info && <FromWeb kind="file" name={info.id} isTight />}
      {info?.readAs && <Read readAs={info.readAs} info={info} />}
      {info?.text && <TextTrouble text={info.text} />}
    </span>
  );
}

/** Renders the reason for a missing or incomplete text of a file. */
function TextTrouble({ text: { state, reason } }: { text: FileText }) {
  if (reason === undefined || (state !== "unreadable" && state !== "partly")) return null;
  return (
    <Trouble>{state === "partly" ? t("partlyReadable", { reason }) : t("unreadable", { reason })}</Trouble>
  );
}

const Trouble = ({ children }: { children: ReactNode }) => (
  <span className="flex items-start gap-1 text-meta text-ink-2 wrap-anywhere">
    <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0 text-danger" />
    {children}
  </span>
);

/** Shows the table or error of the extraction. Extracted text needs no label. */
function Read({ readAs, info }: { readAs: ReadAs; info: StoredFile }) {
  if (readAs.kind === "text") return null;
  if (readAs.kind === "failed") return <Trouble>{t("unreadable", { reason: readAs.reason })}</Trouble>;
  const { table, rows, of, readings = [] } = readAs;
  return (
    <>
      <TableLink {...{ table, rows, of, name: info.name }} />
      {readings.length > 0 && <ColumnsRead fileId={info.id} readings={readings} />}
    </>
  );
}

function ColumnsRead({ fileId, readings }: { fileId: string; readings: ColumnReadings }) {
  const [problem, setProblem] = useState<string>();
  const change = async (style: ChosenStyle) => {
    setProblem(undefined);
    await readFileAs(fileId, style).catch((error: unknown) => setProblem(failureText(error)));
  };
  return (
    <span className="flex w-full flex-wrap items-center gap-x-2 gap-y-1 text-meta text-ink-2">
      <span className="wrap-anywhere">
        {readings.map(({ column, as }) => `${column}: ${as}`).join(" · ")}
      </span>
      <DropdownMenu>
        <DropdownMenuTrigger className="underline decoration-line-control underline-offset-4 hover:text-ink max-md:min-h-11">
          {t("change")}
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {styles().map(({ label, style }) => (
            <DropdownMenuItem key={label} onSelect={() => void change(style)}>
              {label}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {problem && <span role="alert">{problem}</span>}
    </span>
  );
}

const styles = (): readonly { label: string; style: ChosenStyle }[] => [
  { label: t("decimalComma"), style: { decimal: "comma" } },
  { label: t("decimalPoint"), style: { decimal: "point" } },
  { label: t("dayFirst"), style: { dates: "dmy" } },
  { label: t("monthFirst"), style: { dates: "mdy" } },
  { label: t("datesAsText"), style: { dates: "text" } },
];

type TableLinkProps = { table: string; rows: number; of: "row" | "page"; name: string };

function TableLink({ table, rows, of, name }: TableLinkProps) {
  const size = of === "page" ? t("pages", { count: rows }) : t("rows", { count: rows });
  return (
    <Link
      href={`/files/table/${encodeURIComponent(table)}`}
      aria-label={t("fileAsTable", { name, table, size })}
      className="text-meta text-ink-2 underline decoration-line-control underline-offset-4 wrap-anywhere hover:text-ink hover:decoration-ink max-md:py-3"
    >
      {t.rich("tableSize", { table, size, code: (text) => <span className="font-mono">{text}</span> })}
    </Link>
  );
}
