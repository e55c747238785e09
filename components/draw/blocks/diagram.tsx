"use client";

import { CircleAlert, Code } from "lucide-react";
import { Suspense, useState } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { CodeBox } from "@/components/ui/kit/code-box";
import { lazyView } from "@/components/ui/kit/lazy-view";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";
import { Coming } from "./coming";
import type { BlockProps } from "./props";

export const DiagramFrame = lazyView(() =>
  import("@/components/draw/frame/diagram-frame").then((module) => module.DiagramFrame),
);

export function DiagramBlock({ block: { source, title }, growing, ask }: BlockProps<"diagram">) {
  const [failed, setFailed] = useState<{ source: string; message: string }>();
  const [isRead, setRead] = useState(false);
  if (growing) return <Coming type="diagram" />;
  const problem = failed?.source === source ? failed.message : undefined;
  const name = title || (ask.title ?? common("diagram"));
  const reader = (
    <IconButton
      label={isRead ? t("hideDiagramText") : t("showDiagramText")}
      size="icon-sm"
      aria-expanded={isRead}
      className={cn("print:hidden max-md:size-11", title ? "-my-1 max-md:-my-2.5" : "absolute top-0 right-0")}
      onClick={() => setRead(!isRead)}
    >
      <Code aria-hidden />
    </IconButton>
  );
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      {title && (
        <figcaption className="flex items-center gap-2 text-ui font-medium">
          <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
          {problem === undefined && reader}
        </figcaption>
      )}
      {problem === undefined ? (
        <div className="relative min-w-0">
          <Suspense fallback={<Coming type="diagram" />}>
            <DiagramFrame
              source={source}
              title={name}
              onProblem={(message) => setFailed({ source, message })}
            />
          </Suspense>
          {!title && reader}
        </div>
      ) : (
        <p role="alert" className="flex items-start gap-2 text-ui wrap-anywhere">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          <span className="min-w-0 flex-1">{t("diagramFailed", { problem: problem ?? "" })}</span>
        </p>
      )}
      {(isRead || problem !== undefined) && <CodeBox text={source} language="mermaid" />}
    </figure>
  );
}
