"use client";

import { useMutation } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { formatList } from "@/components/ui/kit/format";
import type { ChannelTest } from "@/lib/shared/channels";
import { t } from "@/lib/shared/i18n/en/settingsChannels";
import { type Outcome, OutcomeLine } from "../outcome-line";
import { testChannel } from "./api";

type TestMessageProps = { id: string; title: string; name: string; url: string | null };

export function TestMessage({ id, title, name, url }: TestMessageProps) {
  const test = useMutation({ mutationFn: () => testChannel(id) });
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-2">
        {t.rich("tryIt", {
          name,
          account: (chunks) => <span className="font-medium text-ink wrap-anywhere">{chunks}</span>,
          code: (chunks) => <code className="font-mono text-ink">{chunks}</code>,
        })}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="outline"
          aria-disabled={test.isPending}
          onClick={() => !test.isPending && test.mutate()}
        >
          {t("sendTest")}
        </Button>
        {url && (
          <Button asChild variant="link" className="my-1 font-normal">
            <a href={url} target="_blank" rel="noreferrer">
              {t("openChat")}
              <ExternalLink aria-hidden className="size-3.5!" />
              <span className="sr-only">{t("newTab")}</span>
            </a>
          </Button>
        )}
      </div>
      <OutcomeLine outcome={outcomeOf(test, title)} />
    </div>
  );
}

function outcomeOf(
  {
    isPending,
    data,
    error,
  }: Pick<ReturnType<typeof useMutation<ChannelTest>>, "isPending" | "data" | "error">,
  title: string,
): Outcome | null {
  if (isPending) return { kind: "busy", message: t("asking", { title }) };
  if (error) return { kind: "bad", message: failureText(error) };
  if (!data) return null;
  const { ok, message, name, recipients = [] } = data;
  if (!ok || name === undefined) return { kind: ok ? "good" : "bad", message };
  return {
    kind: "good",
    message: t("works", { title, name, count: recipients.length, people: formatList(recipients) }),
  };
}
