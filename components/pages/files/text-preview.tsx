"use client";

import { useQuery } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { Skeleton } from "@/components/ui/skeleton";
import type { StoredFile } from "@/lib/shared/files";
import { t } from "@/lib/shared/i18n/en/files";
import { textOf } from "@/lib/shared/text/text-encoding";
import { readStart } from "./api";

const MAX_BYTES = 100_000;

/** Shows the start of a text file. */
export function TextPreview({ file }: { file: StoredFile }) {
  const { data, error } = useQuery({
    queryKey: ["file text", file.id],
    queryFn: async ({ signal }) => textOf(await readStart(file.url, MAX_BYTES, signal)),
    // The bytes of a file never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <p role="alert">{failureText(error)}</p>;
  if (data === undefined) return <Skeleton className="size-full" />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the text
    <section aria-label={t("textOf", { name: file.name })} tabIndex={0} className="size-full overflow-auto">
      <pre className="font-mono text-meta whitespace-pre-wrap wrap-anywhere">{data}</pre>
      {file.size > MAX_BYTES && <p className="pt-3 text-meta text-ink-3">{t("downloadRest")}</p>}
    </section>
  );
}

const TEXT = /^text\/|\b(json|jsonl|xml|yaml|javascript)\b/;

export const isText = ({ mediaType }: StoredFile): boolean => TEXT.test(mediaType);
