import type { ReactNode } from "react";
import { FromWeb } from "@/components/client/origins/from-web";
import { When } from "@/components/client/versions/when";
import { nameOf } from "@/components/settings/model-format";
import { CopyButton } from "@/components/ui/copy-button";
import Link from "@/components/ui/kit/agent-base";
import { formatBytes } from "@/components/ui/kit/format";
import type { StoredFile } from "@/lib/shared/files";
import type { ImageView } from "@/lib/shared/images/contract";
import { ORIGINS, smallOf, titleOf } from "./titles";

type ImageFactsProps = {
  file: StoredFile;
  /** Undefined while loading. */
  view: ImageView | undefined;
  now: string;
  onOpen: (file: StoredFile) => void;
};

export function ImageFacts({ file, view, now, onOpen }: ImageFactsProps) {
  const { prompt, model, origin, createdAt, conversationId, width, height, mediaType, size, name } = file;
  return (
    <dl className="flex flex-col gap-4">
      {prompt && (
        <Fact
          name={origin === "edited" ? "Edit instruction" : "Prompt"}
          action={<CopyButton text={() => prompt} />}
        >
          <p className="max-h-48 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{prompt}</p>
        </Fact>
      )}
      <Fact name={ORIGINS[origin]}>
        <When at={createdAt} now={now} />
        {model && <> by {nameOf(model)}</>}
        <FromWeb kind="file" name={file.id} />
        {conversationId && view && (
          <p>
            <Link
              href={`/chat/${conversationId}${view.messageId ? `#m-${view.messageId}` : ""}`}
              className="underline decoration-line-control underline-offset-4 hover:decoration-ink"
            >
              {origin === "upload" ? "Message with this image" : "Message that created it"}
            </Link>
          </p>
        )}
      </Fact>
      <Fact name="File">
        <p className="wrap-anywhere">{name}</p>
        <p className="text-ink-2 tabular-nums">
          {width !== null && height !== null && `${width} × ${height} · `}
          {mediaType.replace("image/", "").toUpperCase()} · {formatBytes(size)}
        </p>
      </Fact>
      {view?.source && (
        <Fact name="Made from">
          <Others files={[view.source]} onOpen={onOpen} />
        </Fact>
      )}
      {view && view.edits.length > 0 && (
        <Fact name="Made from it">
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
