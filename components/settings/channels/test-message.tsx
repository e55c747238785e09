"use client";

import { useMutation } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { type Outcome, OutcomeLine } from "../outcome-line";
import { testChannel } from "./api";

type TestMessageProps = { id: string; title: string; name: string; url: string | null };

export function TestMessage({ id, title, name, url }: TestMessageProps) {
  const test = useMutation({ mutationFn: () => testChannel(id) });
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-2">
        Write to <span className="font-medium text-ink wrap-anywhere">{name}</span>, and the agent answers.{" "}
        <code className="font-mono text-ink">/help</code> lists the commands.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="outline"
          aria-disabled={test.isPending}
          onClick={() => !test.isPending && test.mutate()}
        >
          Send a test message
        </Button>
        {url && (
          <Button asChild variant="link" className="my-1 font-normal">
            <a href={url} target="_blank" rel="noreferrer">
              Open the chat
              <ExternalLink aria-hidden className="size-3.5!" />
              <span className="sr-only">(opens in a new tab)</span>
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
  }: Pick<ReturnType<typeof useMutation<{ ok: boolean; message: string }>>, "isPending" | "data" | "error">,
  title: string,
): Outcome | null {
  if (isPending) return { kind: "busy", message: `Asking ${title}` };
  if (error) return { kind: "bad", message: failureText(error) };
  return data ? { kind: data.ok ? "good" : "bad", message: data.message } : null;
}
