"use client";

import { useEffect, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { type ComponentContent, componentContent } from "@/lib/shared/components/contract";
import type { Revision } from "@/lib/shared/history";
import { readRevision } from "./api";
import { diffOf } from "./diff";
import { TextDiff } from "./text-diff";
import { wordsOf } from "./trouble";

type VersionDiffProps = {
  /** Undefined for the first version, which is all new. */
  before: Revision | undefined;
  after: Revision;
};

type Contents = { before: ComponentContent | undefined; after: ComponentContent };

/** Everything that differs between two versions: code, description, and what is said of the props. */
export function VersionDiff({ before, after }: VersionDiffProps) {
  const [contents, setContents] = useState<Contents>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [beforeId, afterId] = [before?.id, after.id];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again
  useEffect(() => {
    let isLeft = false;
    setProblem(undefined);
    Promise.all([beforeId === undefined ? undefined : contentOf(beforeId), contentOf(afterId)]).then(
      ([before, after]) => !isLeft && setContents({ before, after }),
      (error) => !isLeft && setProblem(wordsOf(error)),
    );
    return () => {
      isLeft = true;
    };
  }, [beforeId, afterId, attempt]);

  const parts = useMemo(() => (contents ? partsOf(contents) : []), [contents]);
  if (problem)
    return (
      <div className="flex flex-col items-start gap-2">
        <p role="alert">These versions could not be read. {problem}</p>
        <Button variant="outline" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </div>
    );
  if (!contents) return <Skeleton className="h-40" />;
  if (parts.length === 0) return <p className="text-ink-2">Nothing differs between the two.</p>;
  return parts.map(({ title, diff }) => (
    <section key={title} aria-label={title} className="overflow-hidden rounded-sheet bg-sheet shadow-sheet">
      <h3 className="flex items-center gap-3 border-line border-b px-4 py-2">
        <span className="flex-1 font-medium">{title}</span>
        <span className="text-meta tabular-nums">
          <span className="text-success">{diff.added} added</span>,{" "}
          <span className="text-danger">{diff.removed} removed</span>
        </span>
      </h3>
      <div className="py-1">
        <TextDiff label={title} diff={diff} />
      </div>
    </section>
  ));
}

const contentOf = async (id: string) => componentContent.parse((await readRevision(id)).content);

function partsOf({ before, after }: Contents) {
  return [
    { title: "Description", before: before?.description ?? "", after: after.description },
    { title: "Props", before: schemaText(before), after: schemaText(after) },
    { title: "Code", before: before?.code ?? "", after: after.code },
  ].flatMap((part) => {
    if (part.before === part.after) return [];
    return [{ title: part.title, diff: diffOf(part.before, part.after) }];
  });
}

const schemaText = (content: ComponentContent | undefined) =>
  content?.props_schema ? JSON.stringify(content.props_schema, null, 2) : "";
