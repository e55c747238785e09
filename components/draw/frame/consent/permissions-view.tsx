"use client";

import { Shield } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { formatList } from "@/components/ui/kit/format";
import { ReadPages } from "@/components/ui/kit/read-pages";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { type Access, grantKey, type ToolQuestion, type Use } from "@/lib/shared/components/access";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/frame";
import type { Permissions } from "./permissions";
import { QuestionCard } from "./question-card";

/** A new question is disabled for this time: a click may have been meant for the content that was here before. */
const SETTLE_MS = 500;
const MAX_CHARS = 20_000;

export function PermissionsView({ permissions }: { permissions: Permissions }) {
  const { access, asked, isRefused, question } = useSyncExternalStore(
    permissions.subscribe,
    permissions.state,
    permissions.state,
  );
  return (
    <>
      <div aria-live="polite" className="sticky bottom-3 z-10 flex flex-col gap-3 empty:hidden print:hidden">
        {asked.length > 0 && (
          <Asks key={asked.map(grantKey).join()} permissions={permissions} asked={asked} access={access} />
        )}
        {question && asked.length === 0 && (
          <Call key={question.token} permissions={permissions} question={question} />
        )}
      </div>
      {access && (
        <div className="flex flex-wrap items-center gap-x-2 print:hidden">
          <CurrentPermissions permissions={permissions} access={access} />
          {isRefused && (
            <Button
              variant="link"
              className="text-meta font-normal max-md:min-h-11"
              onClick={() => permissions.askAgain()}
            >
              {t("askAgain")}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

type AsksProps = { permissions: Permissions; asked: readonly Use[]; access: Access | undefined };

function Asks({ permissions, asked, access }: AsksProps) {
  const { isNew, isSending, problem, send } = useDecision();
  const readWeb = access?.readWeb ?? [];
  return (
    <QuestionCard
      title={access?.isWider ? t("allowMore") : t("allowUses")}
      web={readWeb.length > 0 && <ReadPages origins={readWeb} />}
      buttons={
        <>
          <Button
            variant="accent"
            disabled={isNew || isSending}
            onClick={() => send(() => permissions.allow())}
          >
            {common("allow")}
          </Button>
          <Button variant="outline" disabled={isNew || isSending} onClick={() => permissions.refuse()}>
            {t("dontAllow")}
          </Button>
          <p className="text-meta text-ink-2">{t("asksForMore")}</p>
          <FieldError role="alert">{problem}</FieldError>
        </>
      }
    >
      <ul className="flex flex-col gap-1">
        {asked.map((use) => (
          <li key={grantKey(use)} className="wrap-anywhere first-letter:uppercase">
            {labelOf(use, access)}
          </li>
        ))}
      </ul>
    </QuestionCard>
  );
}

function Call({ permissions, question }: { permissions: Permissions; question: ToolQuestion }) {
  const { isNew } = useDecision();
  const { tool, title, input, why, acts, origins } = question;
  const isOnce = why !== undefined || acts !== undefined || origins !== undefined;
  return (
    <QuestionCard
      title={t("wantsTool", { title })}
      web={origins && origins.length > 0 && <ReadPages origins={origins} />}
      buttons={
        <>
          <Button variant="accent" disabled={isNew} onClick={() => permissions.answer("once")}>
            {common("allow")}
          </Button>
          {!isOnce && (
            <Button variant="outline" disabled={isNew} onClick={() => permissions.answer("always")}>
              {t("alwaysAllow")}
            </Button>
          )}
          <Button variant="outline" disabled={isNew} onClick={() => permissions.answer("no")}>
            {t("dontAllow")}
          </Button>
        </>
      }
    >
      {why && <p className="pb-1.5">{why}</p>}
      {acts?.map(({ what, sends }) => (
        <p key={`${what} ${sends}`} className="pb-1.5 wrap-anywhere">
          {what}
          {sends && <span className="block font-mono text-[12px]">{sends}</span>}
        </p>
      ))}
      <p className="font-mono text-[12px] leading-[18px] whitespace-pre-wrap wrap-anywhere">
        {`${tool} ${JSON.stringify(input, null, 2)}`.slice(0, MAX_CHARS)}
      </p>
    </QuestionCard>
  );
}

function CurrentPermissions({ permissions, access }: { permissions: Permissions; access: Access }) {
  const { isSending, problem, send } = useDecision();
  const { uses, open } = access;
  const may = uses.filter(({ state }) => state === "granted").map(({ label }) => label);
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2 h-auto min-h-7 max-w-full shrink gap-1.5 px-2 py-1 text-left text-meta font-normal whitespace-normal text-ink-3 max-md:h-auto max-md:min-h-11"
        >
          <Shield aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {may.length === 0 ? t("noPermissions") : t("may", { all: formatList(may) })}
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        aria-label={t("permissions")}
        className="flex w-[min(420px,calc(100vw-24px))] flex-col gap-2 p-3"
      >
        <h2 className="font-medium">{t("permissions")}</h2>
        <ul className="flex flex-col">
          {uses.map(({ use, state, label }) => (
            <li key={grantKey(use)} className="flex min-h-9 items-center gap-2">
              <span className="min-w-0 flex-1 wrap-anywhere first-letter:uppercase">
                {label}
                {state === "denied" && <span className="text-ink-3"> {t("notInSettings")}</span>}
              </span>
              {state !== "denied" && (
                <Button
                  variant="outline"
                  size="sm"
                  className="max-md:h-11"
                  disabled={isSending}
                  aria-label={state === "granted" ? t("revokeNamed", { label }) : t("allowNamed", { label })}
                  onClick={() =>
                    send(() => permissions.change(state === "granted" ? { revoke: [use] } : { grant: [use] }))
                  }
                >
                  {state === "granted" ? common("revoke") : common("allow")}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {open.length > 0 && (
          <p className="text-meta text-ink-3">
            {t("openUses", { kinds: formatList(open.map((kind) => OPEN_KINDS[kind])) })}
          </p>
        )}
        <FieldError role="alert">{problem}</FieldError>
      </PopoverContent>
    </Popover>
  );
}

function labelOf(use: Use, access: Access | undefined): string {
  const label = access?.uses.find((one) => grantKey(one.use) === grantKey(use))?.label;
  if (label) return label;
  if (use.kind === "query") return t("readDatabase");
  if (use.kind === "model") return t("askModel");
  if (use.kind === "table") return t("changeTable", { name: use.name });
  return use.kind === "tool" ? t("useTool", { name: use.name }) : t("readFile", { name: use.name });
}

const OPEN_KINDS: Record<Use["kind"], string> = {
  get query() {
    return t("queries");
  },
  get table() {
    return t("tables");
  },
  get tool() {
    return t("tools");
  },
  get file() {
    return t("files");
  },
  get model() {
    return t("askModel");
  },
};

function useDecision() {
  const [isNew, setIsNew] = useState(true);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setIsNew(false), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  const send = async (work: () => Promise<void>) => {
    setIsSending(true);
    setProblem(undefined);
    await work().catch((error: Error) => setProblem(error.message));
    setIsSending(false);
  };
  return { isNew, isSending, problem, send };
}
