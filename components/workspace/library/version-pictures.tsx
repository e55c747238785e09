"use client";

import { useId, useMemo } from "react";
import { jsonBody, request } from "@/components/client/request";
import { readingServer } from "@/components/draw/frame/frozen-server";
import { ComponentFrame } from "@/components/draw/frame/later";
import { ScrollArea } from "@/components/ui/scroll-area";
import { callOutcome } from "@/lib/shared/components/access";
import { t } from "@/lib/shared/i18n/en/proofs";
import type { Pictures } from "@/lib/shared/proofs/contract";

type VersionPicturesProps = {
  name: string;
  pictures: Pictures;
  versions: { before: number; after: number };
};

/** Two versions of a component with the same props. They read rows, but have no effect and cannot be pressed. */
export function VersionPictures({
  name,
  pictures: { before, after, props },
  versions,
}: VersionPicturesProps) {
  return (
    <section aria-label={t("pictures")} className="@container">
      <div className="grid gap-3 @md:grid-cols-2">
        <Picture
          {...{ name, bundle: before, props }}
          title={t("versionBefore", { version: versions.before })}
        />
        <Picture {...{ name, bundle: after, props }} title={t("versionAfter", { version: versions.after })} />
      </div>
    </section>
  );
}

type PictureProps = { name: string; bundle: string; props: Record<string, unknown>; title: string };

function Picture({ name, bundle, props, title }: PictureProps) {
  const id = useId();
  const server = useMemo(() => readingServer(t("pictureOnly"), readRows), []);
  return (
    <figure className="flex min-w-0 flex-col gap-1.5">
      <figcaption className="text-meta text-ink-2">{title}</figcaption>
      <ScrollArea label={title} className="max-h-80 rounded-in border border-line bg-sheet p-3">
        <div inert>
          <ComponentFrame
            id={`proof/${name}/${id}`}
            bundle={bundle}
            props={props}
            title={title}
            server={server}
            isTrial
          />
        </div>
      </ScrollArea>
    </figure>
  );
}

async function readRows({ sql, params }: { sql: string; params?: unknown }, signal: AbortSignal) {
  const init = { method: "POST", ...jsonBody({ sql, params }), signal };
  return callOutcome.parse({ rows: await (await request("/api/database/query", init)).json() });
}
