"use client";

import {
  Bot,
  Coins,
  Component,
  Database,
  FileText,
  Globe,
  History,
  Lightbulb,
  type LucideIcon,
  MessageSquareText,
  Pencil,
  ShieldAlert,
  Table2,
  Wrench,
} from "lucide-react";
import { createContext, Fragment, type ReactNode, useContext } from "react";
import { LOOKS } from "@/components/client/versions/kinds";
import { cn } from "@/components/ui/cn";
import Link, { agentHref } from "@/components/ui/kit/agent-base";
import { Clock } from "@/components/ui/kit/clock";
import { formatList } from "@/components/ui/kit/format";
import { hrefOf } from "@/components/ui/kit/link";
import { RawText } from "@/components/ui/kit/raw-text";
import { placeOf, siteOf } from "@/components/ui/kit/site";
import { price } from "@/components/workspace/chat/messages/describe-usage";
import { WebLink } from "@/components/workspace/chat/web/web-link";
import { hostOf } from "@/lib/shared/chat/web-address";
import { t } from "@/lib/shared/i18n/en/why";
import type { Step, StepOf } from "@/lib/shared/why/contract";

const ICONS: Record<Step["kind"], LucideIcon> = {
  message: MessageSquareText,
  call: Wrench,
  query: Database,
  rows: Table2,
  change: Pencil,
  reads: Component,
  page: Globe,
  file: FileText,
  memory: Lightbulb,
  helper: Bot,
  origin: ShieldAlert,
  version: History,
  cost: Coins,
};

/** The agent of a cause, if it is another one than that of the page. */
const AgentContext = createContext<string | undefined>(undefined);

export const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol className="flex flex-col divide-y divide-line rounded-in border border-line">
    {steps.map((step, at) => {
      const Icon = ICONS[step.kind];
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no ids
        <li key={at} className="flex min-w-0 gap-2.5 px-3 py-2">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
          <AgentContext value={step.agentId}>
            <div className="flex min-w-0 flex-1 flex-col gap-1">{bodyOf(step)}</div>
          </AgentContext>
        </li>
      );
    })}
  </ol>
);

function bodyOf(step: Step): ReactNode {
  switch (step.kind) {
    case "message":
      return (
        <Line label={t("message", { by: step.by })} at={step.at}>
          <Go href={hrefOf(step.conversationId, step.messageId)} className="line-clamp-3">
            {step.text || t("message", { by: step.by })}
          </Go>
        </Line>
      );
    case "call":
      return (
        <Line label={t(step.parentToolCallId ? "callInCode" : "call")} at={step.at}>
          <Go href={hrefOf(step.conversationId, step.messageId, step.parentToolCallId ?? step.toolCallId)}>
            <code className="font-mono text-[12px]">{step.tool}</code>
          </Go>
        </Line>
      );
    case "query":
      return (
        <Line label={t("query", { isLive: `${step.isLive}` })}>
          <RawText text={step.text} className="max-h-40 rounded-in bg-fill px-2.5 py-2" />
        </Line>
      );
    case "rows":
      return <Rows step={step} />;
    case "change":
      return (
        <Line label={t("change")} at={step.at}>
          <Go href={`/agent/history/${step.revisionId}`}>{t("changedBy", { author: step.author })}</Go>
        </Line>
      );
    case "reads":
      return (
        <Line label={t("reads")}>
          <Names names={step.tools} hrefOf={(name) => `/agent/tools/${encodeURIComponent(name)}`} />
        </Line>
      );
    case "page":
      return (
        <Line label={t("page")}>
          <WebLink url={step.url}>{step.title}</WebLink>
          {step.title !== hostOf(step.url) && (
            <span className="text-meta text-ink-3">{hostOf(step.url)}</span>
          )}
        </Line>
      );
    case "file":
      return (
        <Line label={t("file")}>
          <Go href={step.link}>{step.name || t("file")}</Go>
          {step.place && <span className="text-meta text-ink-3">{step.place}</span>}
        </Line>
      );
    case "memory":
      return <Memory step={step} />;
    case "helper":
      return (
        <Line label={t("helper")}>
          <Go href={`/chat/${step.conversationId}`}>{step.name || t("helper")}</Go>
        </Line>
      );
    case "origin":
      return (
        <Line label={t("origin")}>
          <span>{formatList(step.origins.map(siteOf))}</span>
          {step.through.length > 0 && (
            <span className="text-meta text-ink-3">
              {formatList([...new Set(step.through.map(placeOf))])}
            </span>
          )}
        </Line>
      );
    case "version":
      return <Version step={step} />;
    case "cost":
      return (
        <Line label={t("cost")}>
          <Go href="/settings/usage">
            {[t("tokens", { count: step.tokens }), step.cost !== null && price(step.cost)]
              .filter(Boolean)
              .join(", ")}
          </Go>
          {step.model && <span className="text-meta text-ink-3">{step.model}</span>}
        </Line>
      );
  }
}

function Rows({ step: { tables, collection, nth, cells } }: { step: StepOf<"rows"> }) {
  const { href } = LOOKS.collection;
  return (
    <Line label={t("rows", { nth: nth === undefined ? "none" : `${nth}` })}>
      <Names names={tables} hrefOf={(name) => `/files/table/${encodeURIComponent(name)}`} />
      {collection && <Names names={[collection]} hrefOf={(name) => href?.(name) ?? "/files"} />}
      {cells.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-meta">
          {cells.map(({ key, text }) => (
            <Fragment key={key}>
              <dt className="text-ink-3">{key}</dt>
              <dd className="wrap-anywhere">{text}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </Line>
  );
}

type NamesProps = { names: readonly string[]; hrefOf: (name: string) => string };

function Names({ names, hrefOf }: NamesProps) {
  if (names.length === 0) return null;
  return (
    <span>
      {names.map((name, at) => (
        <Fragment key={name}>
          {at > 0 && ", "}
          <Go href={hrefOf(name)}>{name}</Go>
        </Fragment>
      ))}
    </span>
  );
}

function Memory({ step: { of, name } }: { step: StepOf<"memory"> }) {
  const href =
    of === "fact"
      ? LOOKS.memory.href?.(name)
      : LOOKS.block.href?.(of === "archive" ? `archive:${name}` : name);
  return (
    <Line label={t("memory", { of })}>
      <Go href={href ?? "/memory"}>{of === "fact" ? t("openFact") : name}</Go>
    </Line>
  );
}

function Version({ step: { of, name, version, revisionId } }: { step: StepOf<"version"> }) {
  const { title } = LOOKS[of];
  const item = of === "tool" ? t("tool", { name }) : of === "component" ? t("component", { name }) : title;
  const words = t("version", { item, version });
  return <Line>{revisionId ? <Go href={`/agent/history/${revisionId}`}>{words}</Go> : words}</Line>;
}

const LINK =
  "w-fit max-w-full underline decoration-line-strong underline-offset-2 wrap-anywhere hover:decoration-ink max-md:py-1";

function Go({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  const agentId = useContext(AgentContext);
  return (
    <Link href={agentId ? agentHref(agentId, href) : href} className={cn(LINK, className)}>
      {children}
    </Link>
  );
}

const Line = ({ label, at, children }: { label?: string; at?: string | null; children: ReactNode }) => (
  <>
    {label && (
      <p className="flex justify-between gap-2 text-meta text-ink-3">
        {label}
        {at && <Clock at={at} />}
      </p>
    )}
    {children}
  </>
);
