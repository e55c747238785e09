import type { ReactNode } from "react";
import { FromWeb } from "@/components/client/origins/from-web";
import { When } from "@/components/client/versions/when";
import { hrefOf as placeHref } from "@/components/pages/data/files-url";
import { nameOf } from "@/components/settings/model-format";
import { CopyButton } from "@/components/ui/copy-button";
import Link from "@/components/ui/kit/agent-base";
import { formatBytes } from "@/components/ui/kit/format";
import { hrefOf } from "@/components/ui/kit/link";
import type { FileView, StoredFile } from "@/lib/shared/files";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/files";
import { SheetFacts, TextFacts } from "./text-facts";
import { formatType, ORIGINS, smallOf, titleOf } from "./titles";

type FileFactsProps = {
  file: StoredFile;
  /** Undefined while loading. */
  view: FileView | undefined;
  now: string;
  onOpen: (file: StoredFile) => void;
};

const LINK = "underline decoration-line-control underline-offset-4 wrap-anywhere hover:decoration-ink";

export function FileFacts({ file, view, now, onOpen }: FileFactsProps) {
  const { prompt, model, origin, createdAt, width, height, size, name, readAs } = file;
  return (
    <dl className="flex flex-col gap-4">
      {prompt && (
        <Fact
          name={origin === "edited" ? t("editInstruction") : common("prompt")}
          action={<CopyButton text={() => prompt} />}
        >
          <p className="max-h-48 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{prompt}</p>
        </Fact>
      )}
      <Fact name={ORIGINS[origin]}>
        {model ? (
          t.rich("madeBy", { when: () => <When at={createdAt} now={now} />, model: nameOf(model) })
        ) : (
          <When at={createdAt} now={now} />
        )}
        <FromWeb kind="file" name={file.id} />
      </Fact>
      {view?.conversation && (
        <Fact name={common("conversation")}>
          <Link
            href={
              view.messageId ? hrefOf(view.conversation.id, view.messageId) : `/chat/${view.conversation.id}`
            }
            className={LINK}
          >
            {view.conversation.title || t("untitled")}
          </Link>
        </Fact>
      )}
      <Fact name={common("file")}>
        <p className="wrap-anywhere">{name}</p>
        <p className="text-ink-2 tabular-nums">
          {width !== null && height !== null && `${width} × ${height} · `}
          {formatType(file)} · {formatBytes(size)}
        </p>
      </Fact>
      {readAs?.kind === "table" && (
        <Fact name={common("table")}>
          <Link href={placeHref({ at: "table", table: readAs.table, view: "rows" })} className={LINK}>
            <span className="font-mono text-meta">{readAs.table}</span>,{" "}
            {readAs.of === "row" ? t("rows", { count: readAs.rows }) : t("pages", { count: readAs.rows })}
          </Link>
        </Fact>
      )}
      {file.text && file.text.state !== "none" && (
        <Fact name={t("text")}>
          <TextFacts file={file} />
        </Fact>
      )}
      {file.text?.sheets && (
        <Fact name={t("sheets")}>
          <SheetFacts file={file} />
        </Fact>
      )}
      {readAs?.kind === "failed" && <Fact name={t("unreadable")}>{readAs.reason}</Fact>}
      {view?.source && (
        <Fact name={t("madeFrom")}>
          <Others files={[view.source]} onOpen={onOpen} />
        </Fact>
      )}
      {view && view.edits.length > 0 && (
        <Fact name={t("edits")}>
          <Others files={view.edits} onOpen={onOpen} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <dt className="flex min-h-6 items-center justify-between text-meta text-ink-3">
        {name}
        {action}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Others({ files, onOpen }: { files: readonly StoredFile[]; onOpen: (file: StoredFile) => void }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.id}>
          <button
            type="button"
            title={titleOf(file)}
            aria-label={titleOf(file)}
            onClick={() => onOpen(file)}
            className="block size-16 overflow-hidden rounded-in bg-fill"
          >
            {/* biome-ignore lint/performance/noImgElement: the server already provides a small version */}
            <img src={smallOf(file)} alt="" loading="lazy" className="size-full object-cover" />
          </button>
        </li>
      ))}
    </ul>
  );
}
