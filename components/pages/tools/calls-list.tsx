"use client";

import {
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  type LucideIcon,
  MessageCircleQuestion,
} from "lucide-react";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { usePagedList } from "@/components/client/paged-list";
import { KeepButton } from "@/components/client/proofs/keep-button";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { duration } from "@/components/ui/kit/duration";
import { hrefOf } from "@/components/ui/kit/link";
import { notifyProblem } from "@/components/ui/kit/notify";
import { Ring } from "@/components/ui/kit/ring";
import { ValueBox } from "@/components/ui/kit/value-box";
import { isRecord } from "@/lib/shared/chat/parts";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/tools";
import type { ToolCall, ToolCallPage } from "@/lib/shared/tools/calls";
import { listCalls } from "./api";
import { Logs } from "./own/logs";

type CallsListProps = {
  name: string;
  initial: ToolCallPage;
  now: string;
  /** Whether the tool is agent-made, so that its calls can be kept as examples. */
  isOwn?: boolean;
};

export function CallsList({ name, initial, now, isOwn = false }: CallsListProps) {
  const { calls, older } = useCalls(name, initial);
  if (calls.length === 0) return <p className="text-ink-2">{t("noCalls")}</p>;
  const showOlder = () =>
    older?.load((error) => void notifyProblem(t("olderFailed", { error: failureText(error) })));
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={common("calls")} className="divide-y divide-line border-line border-y">
        {calls.map((call) => (
          <CallRow key={idOf(call)} call={call} now={now} isOwn={isOwn} />
        ))}
      </ol>
      {older && (
        <Button variant="outline" aria-disabled={older.isBusy} className="self-start" onClick={showOlder}>
          {t("showOlder")}
        </Button>
      )}
    </div>
  );
}

type CallRowProps = { call: ToolCall; now: string; isOwn: boolean };

function CallRow({ call, now, isOwn }: CallRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { input, output, error, logs, status, durationMs, createdAt } = call;
  const { conversationId, messageId, toolCallId } = call;
  const canKeep = isOwn ? status === "ok" || status === "error" : showsComponent(input);
  return (
    <li>
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        className="group/call"
      >
        <summary className="flex min-h-9 list-none items-center gap-2.5 py-1 hover:bg-fill-hover max-md:min-h-11 [&::-webkit-details-marker]:hidden">
          <State status={status} />
          <span className="min-w-0 flex-1 truncate">
            {error === null ? (
              <span className="font-mono text-meta">{inOneLine(input)}</span>
            ) : (
              error.split("\n", 1)[0]
            )}
          </span>
          <span className="shrink-0 text-meta text-ink-3">
            <When at={createdAt} now={now} />
          </span>
          {durationMs !== null && (
            <span className="w-14 shrink-0 text-right text-meta text-ink-3 tabular-nums">
              {duration(durationMs)}
            </span>
          )}
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-ink-3 transition-transform group-open/call:rotate-90"
          />
        </summary>
        {isOpen && (
          <div className="flex flex-col gap-3 bg-fill-hover py-3 pr-3 pl-6.5">
            <ValueBox label={common("calledWith")} value={input} />
            {error !== null && <ValueBox label={common("failed")} value={error} />}
            {status === "ok" && <ValueBox label={common("returned")} value={output} />}
            {logs !== null && logs.length > 0 && <Logs label={t("logs")} lines={logs} />}
            <ConversationLink call={call} />
            {canKeep && call.title !== null && (
              <KeepButton from={{ conversationId, messageId, toolCallId }} />
            )}
          </div>
        )}
      </details>
    </li>
  );
}

/** Calls that show a stored component are examples of it. */
const showsComponent = (input: unknown): boolean => isRecord(input) && typeof input.component === "string";

function ConversationLink({ call: { conversationId, messageId, toolCallId, title } }: { call: ToolCall }) {
  if (title === null) return <p className="text-meta text-ink-3">{t("conversationDeleted")}</p>;
  return (
    <p className="text-meta text-ink-3">
      {t.rich("inConversation", {
        link: (chunks) => (
          <Link
            href={hrefOf(conversationId, messageId, toolCallId)}
            className="text-ink underline decoration-line-control underline-offset-4 transition-colors hover:decoration-ink"
          >
            {chunks}
          </Link>
        ),
        title: title.trim() || t("untitled"),
      })}
    </p>
  );
}

const STATES: Record<
  Exclude<ToolCall["status"], "running">,
  { Icon: LucideIcon; label: string; tone: string }
> = {
  waiting: {
    Icon: MessageCircleQuestion,
    get label() {
      return common("waitingForYou2");
    },
    tone: "text-ink-2",
  },
  ok: {
    Icon: CircleCheck,
    get label() {
      return t("succeeded");
    },
    tone: "text-success",
  },
  error: {
    Icon: CircleAlert,
    get label() {
      return common("failed");
    },
    tone: "text-danger",
  },
  unknown: {
    Icon: CircleHelp,
    get label() {
      return t("unknownOutcome");
    },
    tone: "text-ink-2",
  },
  denied: {
    Icon: CircleSlash,
    get label() {
      return t("notAllowed");
    },
    tone: "text-ink-2",
  },
};

function State({ status }: { status: ToolCall["status"] }) {
  if (status === "running") return <Ring label={common("running")} className="mx-0.5" />;
  const { Icon, label, tone } = STATES[status];
  return <Icon role="img" aria-label={label} className={`size-4 shrink-0 ${tone}`} />;
}

const MAX_CHARS = 200;

function inOneLine(input: unknown): string {
  const values = isRecord(input) ? Object.values(input) : [input];
  const strings = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return strings.join(", ").slice(0, MAX_CHARS) || t("nothing");
}

/**
 * Any change may come from a run that made calls. If a refetch fails, the next change triggers another one.
 */
const always = (): boolean => true;
const pageOf = ({ calls, nextCursor }: ToolCallPage) => ({ items: calls, nextCursor });

function useCalls(name: string, initial: ToolCallPage) {
  const { list, older } = usePagedList({
    key: ["tools", "calls", name],
    read: async (cursor, signal) => pageOf(await listCalls(name, cursor, signal)),
    idOf,
    outdatedBy: always,
    initial: pageOf(initial),
  });
  return { calls: list?.items ?? [], older };
}

const idOf = ({ conversationId, messageId, toolCallId }: ToolCall): string =>
  `${conversationId} ${messageId} ${toolCallId}`;
