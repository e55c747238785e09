"use client";

import { useMutation } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { diffOf } from "@/components/client/versions/diff";
import { TextDiff } from "@/components/client/versions/text-diff";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { duration } from "@/components/ui/kit/duration";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsServers";
import { removedMessage } from "@/lib/shared/mcp/removed";
import type { ServedChange, ServerView } from "@/lib/shared/mcp/view";
import { type Outcome, OutcomeLine } from "../outcome-line";
import { changeServer, confirmServer, removeServer, testServer } from "./api";

export const countToAccept = ({ changes, newInstructions }: ServerView): number =>
  changes.length + (newInstructions === null ? 0 : 1);

type ServerBodyProps = { server: ServerView; onChanged: () => Promise<unknown> };

export function ServerBody({ server, onChanged }: ServerBodyProps) {
  const { id, title, status, error, authUrl, instructions, leftOut, mended, removed = 0 } = server;
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
            {t("signIn")}
            <ExternalLink aria-hidden className="size-3.5!" />
          </a>
        </Button>
      )}
      {countToAccept(server) > 0 && <ServerChanges server={server} onAccepted={onChanged} />}
      {instructions && (
        <details className="text-ink-2">
          <summary className="w-fit cursor-pointer rounded-in">{common("instructions")}</summary>
          <p className="mt-1 max-w-prose whitespace-pre-wrap text-meta wrap-anywhere">{instructions}</p>
        </details>
      )}
      <Tools server={server} />
      {removed > 0 && <p className="text-meta text-ink-2">{removedMessage(removed, title)}</p>}
      <Notes title={t("leftOut", { count: leftOut.length })} notes={leftOut} />
      <Notes
        title={t("repaired", { count: mended.length })}
        notes={mended.map(({ name, what }) => ({ name, why: what.join("; ") }))}
      />
      <div className="flex flex-wrap gap-2">
        {mayTest && (
          <Button
            variant="outline"
            aria-disabled={testing.isPending}
            onClick={() => !testing.isPending && testing.mutate()}
          >
            {t("test")}
          </Button>
        )}
        <Button
          variant="outline"
          aria-label={t("remove", { title })}
          aria-disabled={removing.isPending}
          onClick={() => !removing.isPending && removing.mutate()}
        >
          {common("remove")}
        </Button>
      </div>
      <OutcomeLine outcome={outcomeOf(testing)} />
      {removing.error && <p role="alert">{clientText("failed", { error: failureText(removing.error) })}</p>}
    </div>
  );
}

type Testing = {
  isPending: boolean;
  data: Awaited<ReturnType<typeof testServer>> | undefined;
  error: unknown;
};

function outcomeOf({ isPending, data, error }: Testing): Outcome | null {
  if (isPending) return { kind: "busy", message: t("connecting") };
  if (error) return { kind: "bad", message: failureText(error) };
  if (!data) return null;
  return data.ok
    ? {
        kind: "good",
        message: t("works", { count: data.tools, time: duration(data.milliseconds) }),
      }
    : { kind: "bad", message: data.message };
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
              href={`/agent/tools/${encodeURIComponent(name)}`}
              className="font-mono text-meta underline underline-offset-4 decoration-line-control wrap-anywhere"
            >
              {name}
            </Link>
            <span className="text-meta text-ink-3">
              {readOnly ? t("onlyReads", { tokens }) : t("mayChange", { tokens })}
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

/** Shows the exact command, one argument per line, and asks the user to confirm it. */
function Confirm({ server, onChanged }: ServerBodyProps) {
  const { id, command, args, env } = server;
  const confirming = useMutation({
    mutationFn: () => confirmServer(id, command ?? "", args),
    onSettled: onChanged,
  });
  return (
    <div className="flex flex-col items-start gap-3 rounded-in border border-line p-4">
      <p>{t("startWarning")}</p>
      <ol aria-label={t("command")} className="flex w-full flex-wrap gap-1 font-mono text-meta">
        {[command ?? "", ...args].map((arg, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: arguments can repeat and are identified by their position
            key={at}
            className="max-w-full rounded-in bg-fill px-1.5 py-0.5 whitespace-pre-wrap wrap-anywhere"
          >
            {arg === "" ? t("emptyArgument") : arg}
          </li>
        ))}
      </ol>
      <p className="text-meta text-ink-2">
        {env.length > 0 ? t("environment", { names: env.join(", ") }) : t("noEnvironment")}
      </p>
      <Button
        aria-disabled={confirming.isPending}
        onClick={() => !confirming.isPending && confirming.mutate()}
      >
        {t("start")}
      </Button>
      {confirming.error && (
        <p role="alert">{clientText("failed", { error: failureText(confirming.error) })}</p>
      )}
    </div>
  );
}

type Accepted = { changes: readonly ServedChange[]; instructions: string | null };

/**
 * Lists changed tool descriptions and instructions of the server that the user has not accepted, with a
 * comparison and a button to accept each.
 */
function ServerChanges({ server, onAccepted }: { server: ServerView; onAccepted: () => Promise<unknown> }) {
  const { id, title, instructions, newInstructions, changes } = server;
  const accepting = useMutation({
    mutationFn: ({ changes, instructions }: Accepted) =>
      changeServer(id, {
        accept: changes.map(({ name, version }) => ({ name, version })),
        ...(instructions !== null && { acceptInstructions: instructions }),
      }),
    onSettled: onAccepted,
  });
  const count = countToAccept(server);
  return (
    <section aria-label={t("changedTools")} className="flex flex-col gap-3">
      <p className="text-ink-2">{t("changedHint", { title })}</p>
      {count > 1 && (
        <Button
          variant="outline"
          className="self-start"
          onClick={() => accepting.mutate({ changes, instructions: newInstructions })}
        >
          {t("acceptAll", { count })}
        </Button>
      )}
      {newInstructions !== null && (
        <Change
          name={common("instructions")}
          before={instructions ?? ""}
          after={newInstructions}
          onAccept={() => accepting.mutate({ changes: [], instructions: newInstructions })}
        />
      )}
      {changes.map((change) => (
        <Change
          key={change.name}
          name={change.name}
          before={change.before}
          after={change.after}
          onAccept={() => accepting.mutate({ changes: [change], instructions: null })}
        />
      ))}
      {accepting.error && <p role="alert">{clientText("failed", { error: failureText(accepting.error) })}</p>}
    </section>
  );
}

type ChangeProps = { name: string; before: string; after: string; onAccept: () => void };

function Change({ name, before, after, onAccept }: ChangeProps) {
  return (
    <article className="overflow-hidden rounded-in border border-line">
      <header className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
        <h4 className="min-w-0 flex-1 font-mono text-meta wrap-anywhere">{name}</h4>
        <Button size="sm" variant="outline" aria-label={t("acceptName", { name })} onClick={onAccept}>
          {t("accept")}
        </Button>
      </header>
      <TextDiff label={t("changesIn", { name })} diff={diffOf(before, after)} />
    </article>
  );
}
