"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { When } from "@/components/client/versions/when";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/kit/agent-base";
import { CodeBox } from "@/components/ui/kit/code-box";
import { DisclosureButton, DisclosureContent } from "@/components/ui/kit/disclosure";
import { duration } from "@/components/ui/kit/duration";
import { hrefOf } from "@/components/ui/kit/link";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import type { Execution, ExecutionSummary } from "@/lib/shared/executions";
import { t } from "@/lib/shared/i18n/en/audit";
import { t as common } from "@/lib/shared/i18n/en/common";
import { CodeAgain } from "./code-again";
import { readRun } from "./code-api";
import { CATEGORY_LABELS, describeNext, failureOf } from "./code-labels";

const RETRIES = {
  get success() {
    return t("nextWorked");
  },
  get failed() {
    return t("nextFailed");
  },
} as const;

export function CodeRun({ run }: { run: ExecutionSummary }) {
  const { tool, success, errorCategory, code, durationMs, createdAt, retry } = run;
  const [isOpen, setIsOpen] = useState(false);
  const detail = useId();
  const Icon = success ? Check : CircleAlert;
  return (
    <li className="border-line border-t first:border-t-0">
      <DisclosureButton
        isOpen={isOpen}
        controls={detail}
        isTop
        onOpen={setIsOpen}
        className="w-full items-start px-5 py-2 -outline-offset-2 max-md:px-4"
      >
        <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", success ? "text-ink-3" : "text-danger")} />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="truncate">{success ? firstLine(code) : failureOf(run)}</span>
          <span className="flex flex-wrap gap-x-2 text-meta text-ink-3">
            {errorCategory && <span className="text-ink-2">{CATEGORY_LABELS[errorCategory]}</span>}
            <span className="font-mono">{tool}</span>
            <span>{duration(durationMs)}</span>
            {!success && retry && <span>{RETRIES[retry]}</span>}
          </span>
        </span>
        <span className="shrink-0 text-meta text-ink-3 tabular-nums">
          <When at={createdAt} now={new Date().toISOString()} />
        </span>
      </DisclosureButton>
      <DisclosureContent id={detail} isOpen={isOpen}>
        <RunDetail id={run.id} />
      </DisclosureContent>
    </li>
  );
}

const firstLine = (code: string): string => code.split("\n").find((line) => line.trim() !== "") ?? "";

function RunDetail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["code", "run", id],
    queryFn: ({ signal }) => readRun(id, signal),
    // The detail shows what the agent did next, which may be stored later. Refetch on any change.
    meta: { outdatedBy: () => true },
  });
  return (
    <div className="flex flex-col gap-4 bg-fill-hover px-5 pt-2 pb-4 md:pl-16 max-md:px-4">
      {data ? (
        <RunContent run={data} />
      ) : error ? (
        <LoadFailure isInline onRetry={() => void refetch()}>
          {t("loadError", { error: failureText(error) })}
        </LoadFailure>
      ) : (
        <Skeleton className="h-40" />
      )}
    </div>
  );
}

function RunContent({ run }: { run: Execution }) {
  const { success, code, runner, stdout, stderr, triggerMessage, llmReasoning, next } = run;
  const { conversationId, messageId, toolCallId, title } = run;
  return (
    <>
      {stderr !== "" && (
        <Part title={success ? t("errorOutput") : t("whyItFailed")}>
          <CodeBox text={stderr} language="text" wrapped />
        </Part>
      )}
      <Part title={common("code")}>
        <CodeBox text={code} language={runner === "isolate" ? "javascript" : "typescript"} />
      </Part>
      {stdout !== "" && (
        <Part title={t("output")}>
          <CodeBox text={stdout} language="text" wrapped />
        </Part>
      )}
      {triggerMessage && <Part title={t("yourMessage")}>{triggerMessage}</Part>}
      {llmReasoning && <Part title={t("reason")}>{llmReasoning}</Part>}
      {conversationId && <Part title={t("nextStep")}>{describeNext(next)}</Part>}
      <CodeAgain run={run} />
      {conversationId && messageId && (
        <p className="text-meta text-ink-3">
          {t.rich("inConversation", {
            title: title?.trim() || t("aConversation"),
            link: (chunks) => (
              <Link
                href={hrefOf(conversationId, messageId, toolCallId?.split("/")[0])}
                className="rounded-in text-ink underline decoration-line-control underline-offset-4 transition-colors hover:decoration-ink max-md:py-2"
              >
                {chunks}
              </Link>
            ),
          })}
        </p>
      )}
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="flex min-w-0 flex-col gap-1">
    <h3 className="text-meta text-ink-3">{title}</h3>
    <div className="min-w-0 whitespace-pre-wrap wrap-anywhere">{children}</div>
  </section>
);
