"use client";

import { Shield } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { ReadPages } from "@/components/ui/kit/read-pages";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { type Access, grantKey, type ToolQuestion, type Use } from "@/lib/shared/components/access";
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
              Ask me again
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
      title={access?.isWider ? "Allow this version to do more?" : "Allow this component to do this?"}
      web={
        readWeb.length > 0 && <ReadPages origins={readWeb} before="this component does something by itself" />
      }
      buttons={
        <>
          <Button
            variant="accent"
            disabled={isNew || isSending}
            onClick={() => send(() => permissions.allow())}
          >
            Allow
          </Button>
          <Button variant="outline" disabled={isNew || isSending} onClick={() => permissions.refuse()}>
            Don’t allow
          </Button>
          <p className="text-meta text-ink-2">You will be asked again if another version needs more.</p>
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
      title={`This component wants to use “${title}”`}
      web={
        origins && origins.length > 0 && <ReadPages origins={origins} before="this component uses a tool" />
      }
      buttons={
        <>
          <Button variant="accent" disabled={isNew} onClick={() => permissions.answer("once")}>
            Allow
          </Button>
          {!isOnce && (
            <Button variant="outline" disabled={isNew} onClick={() => permissions.answer("always")}>
              Always allow
            </Button>
          )}
          <Button variant="outline" disabled={isNew} onClick={() => permissions.answer("no")}>
            Don’t allow
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
  const all = new Intl.ListFormat("en").format(may);
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
            {may.length === 0 ? "Has no permissions yet" : `May ${all}`}
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" className="flex w-[min(420px,calc(100vw-24px))] flex-col gap-2 p-3">
        <h3 className="font-medium">Permissions of this component</h3>
        <ul className="flex flex-col">
          {uses.map(({ use, state, label }) => (
            <li key={grantKey(use)} className="flex min-h-9 items-center gap-2">
              <span className="min-w-0 flex-1 wrap-anywhere first-letter:uppercase">
                {label}
                {state === "denied" && <span className="text-ink-3"> (not allowed in your settings)</span>}
              </span>
              {state !== "denied" && (
                <Button
                  variant="outline"
                  size="sm"
                  className="max-md:h-11"
                  disabled={isSending}
                  aria-label={state === "granted" ? `Revoke: ${label}` : `Allow: ${label}`}
                  onClick={() =>
                    send(() => permissions.change(state === "granted" ? { revoke: [use] } : { grant: [use] }))
                  }
                >
                  {state === "granted" ? "Revoke" : "Allow"}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {open.length > 0 && (
          <p className="text-meta text-ink-3">
            Which {new Intl.ListFormat("en").format(open.map((kind) => `${kind}s`))} it uses is known only
            while it runs. You are asked for each.
          </p>
        )}
        <FieldError role="alert">{problem}</FieldError>
      </PopoverContent>
    </Popover>
  );
}

function labelOf(use: Use, access: Access | undefined): string {
  const label = access?.uses.find((one) => grantKey(one.use) === grantKey(use))?.label;
  return label ?? (use.kind === "query" ? "read the database" : `${VERBS[use.kind]} ${use.name}`);
}

const VERBS = { table: "change the table", tool: "use the tool", file: "read the file" };

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
