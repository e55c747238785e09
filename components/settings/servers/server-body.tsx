"use client";

import { useMutation } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import Link from "@/components/kit/agent-base";
import { duration } from "@/components/kit/duration";
import { countWords } from "@/components/kit/words";
import { Button } from "@/components/ui/button";
import { diffOf } from "@/components/versions/diff";
import { TextDiff } from "@/components/versions/text-diff";
import { removedWords } from "@/lib/shared/mcp/removed";
import type { ServedChange, ServerView } from "@/lib/shared/mcp/view";
import { wordsOf } from "../api";
import { type Outcome, OutcomeLine } from "../outcome-line";
import { changeServer, confirmServer, removeServer, testServer } from "./api";

type ServerBodyProps = { server: ServerView; onChanged: () => Promise<unknown> };

/** What a server offers, what it wants, and what can be done with it. */
export function ServerBody({ server, onChanged }: ServerBodyProps) {
  const { id, title, status, error, authUrl, instructions, leftOut, mended, removed = 0, changes } = server;
  const testing = useMutation({ mutationFn: () => testServer(id), onSettled: onChanged });
  const removing = useMutation({ mutationFn: () => removeServer(id), onSettled: onChanged });
  const mayTest = status !== "off" && status !== "unconfirmed";
  return (
    <div className="flex flex-col gap-4">
      {error && <p className="text-ink-2 wrap-anywhere">{error}</p>}
      {status === "unconfirmed" && <Confirm server={server} onChanged={onChanged} />}
      {authUrl && (
        <Button asChild className="self-start">
          <a href={authUrl} rel="noreferrer">
            Sign in
            <ExternalLink aria-hidden className="size-3.5!" />
          </a>
        </Button>
      )}
      {changes.length > 0 && <ServerChanges id={id} changes={changes} onAccepted={onChanged} />}
      {instructions && (
        <details className="text-ink-2">
          <summary className="w-fit cursor-pointer rounded-in">What it tells the model of itself</summary>
          <p className="mt-1 max-w-prose whitespace-pre-wrap text-meta wrap-anywhere">{instructions}</p>
        </details>
      )}
      <Tools server={server} />
      {removed > 0 && (
        <p className="text-meta text-ink-2">{removedWords(removed, "what this server sent")}</p>
      )}
      <Notes title={`${countWords(leftOut.length, "tool")} left out`} notes={leftOut} />
      <Notes
        title={`${countWords(mended.length, "tool")} repaired`}
        notes={mended.map(({ name, what }) => ({ name, why: what.join("; ") }))}
      />
      <div className="flex flex-wrap gap-2">
        {mayTest && (
          <Button
            variant="outline"
            aria-disabled={testing.isPending}
            onClick={() => !testing.isPending && testing.mutate()}
          >
            Test connection
          </Button>
        )}
        <Button
          variant="outline"
          aria-label={`Remove ${title}`}
          aria-disabled={removing.isPending}
          onClick={() => !removing.isPending && removing.mutate()}
        >
          Remove
        </Button>
      </div>
      <OutcomeLine outcome={outcomeOf(testing)} />
      {removing.error && <p role="alert">Not removed. {wordsOf(removing.error)}</p>}
    </div>
  );
}

type Testing = {
  isPending: boolean;
  data: Awaited<ReturnType<typeof testServer>> | undefined;
  error: unknown;
};

function outcomeOf({ isPending, data, error }: Testing): Outcome | null {
  if (isPending) return { kind: "busy", words: "Connecting" };
  if (error) return { kind: "bad", words: wordsOf(error) };
  if (!data) return null;
  return data.ok
    ? { kind: "good", words: `Works: ${countWords(data.tools, "tool")} in ${duration(data.milliseconds)}.` }
    : { kind: "bad", words: data.message };
}

function Notes({ title, notes }: { title: string; notes: ServerView["leftOut"] }) {
  if (notes.length === 0) return null;
  return (
    <details className="text-ink-2">
      <summary className="w-fit cursor-pointer rounded-in">{title}</summary>
      <ul className="mt-1 text-meta">
        {notes.map(({ name, why }) => (
          <li key={`${name} ${why}`} className="wrap-anywhere">
            <code className="font-mono">{name}</code>: {why}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Tools({ server: { tools } }: Pick<ServerBodyProps, "server">) {
  if (tools.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5">
      {tools.map(({ name, description, readOnly, tokens }) => (
        <li key={name} className="flex min-w-0 flex-col">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <Link
              href={`/tools/${encodeURIComponent(name)}`}
              className="font-mono text-meta underline underline-offset-4 decoration-line-control wrap-anywhere"
            >
              {name}
            </Link>
            <span className="text-meta text-ink-3">
              {readOnly ? "only reads" : "may change things"}, {tokens.toLocaleString("en")} tokens
            </span>
          </span>
          {description && (
            <span className="line-clamp-2 text-meta text-ink-2 wrap-anywhere">{description}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The very command that would be started, word by word. */
function Confirm({ server, onChanged }: ServerBodyProps) {
  const { id, command, args, env } = server;
  const confirming = useMutation({
    mutationFn: () => confirmServer(id, command ?? "", args),
    onSettled: onChanged,
  });
  return (
    <div className="flex flex-col items-start gap-3 rounded-in border border-line p-4">
      <p>
        This starts a program on the machine that runs Easel. It can read and change what Easel’s user can
        there, and reach the network.
      </p>
      <ol
        aria-label="The command and its arguments"
        className="flex w-full flex-wrap gap-1 font-mono text-meta"
      >
        {[command ?? "", ...args].map((word, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: arguments repeat, and only their place tells them apart
            key={at}
            className="max-w-full rounded-in bg-fill px-1.5 py-0.5 whitespace-pre-wrap wrap-anywhere"
          >
            {word === "" ? "(empty)" : word}
          </li>
        ))}
      </ol>
      <p className="text-meta text-ink-2">
        {env.length > 0
          ? `It is given ${env.join(", ")}, and nothing else of the environment.`
          : "Its environment is empty."}
      </p>
      <Button
        aria-disabled={confirming.isPending}
        onClick={() => !confirming.isPending && confirming.mutate()}
      >
        Start this program
      </Button>
      {confirming.error && <p role="alert">Not started. {wordsOf(confirming.error)}</p>}
    </div>
  );
}

type ServerChangesProps = {
  id: string;
  changes: readonly ServedChange[];
  onAccepted: () => Promise<unknown>;
};

/** Tools that are others than the person has accepted: what changed in each, and the way to take it. */
function ServerChanges({ id, changes, onAccepted }: ServerChangesProps) {
  const accepting = useMutation({
    mutationFn: (taken: readonly ServedChange[]) =>
      changeServer(id, { accept: taken.map(({ name, version }) => ({ name, version })) }),
    onSettled: onAccepted,
  });
  return (
    <section aria-label="Changed tools" className="flex flex-col gap-3">
      <p className="text-ink-2">
        The server has changed these tools. Each call of them asks until you accept what they are now.
      </p>
      {changes.map((change) => (
        <article key={change.name} className="overflow-hidden rounded-in border border-line">
          <header className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
            <h4 className="min-w-0 flex-1 font-mono text-meta wrap-anywhere">{change.name}</h4>
            <Button
              size="sm"
              variant="outline"
              aria-label={`Accept the change of ${change.name}`}
              onClick={() => accepting.mutate([change])}
            >
              Accept
            </Button>
          </header>
          <TextDiff label={`What changed in ${change.name}`} diff={diffOf(change.before, change.after)} />
        </article>
      ))}
      {accepting.error && <p role="alert">Not accepted. {wordsOf(accepting.error)}</p>}
    </section>
  );
}
