"use client";

import { Hand, ShieldQuestionMark } from "lucide-react";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { FieldError } from "@/components/ui/field";
import { formatList } from "@/components/ui/kit/format";
import { RawText } from "@/components/ui/kit/raw-text";
import { ReadPages } from "@/components/ui/kit/read-pages";
import { later } from "@/components/ui/later";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { field, type ToolPart } from "@/lib/shared/chat/parts";
import { isOwnTool } from "@/lib/shared/chat/tool-sentence";
import { t as chat } from "@/lib/shared/i18n/en/chat";
import { t } from "@/lib/shared/i18n/en/chatApproval";
import { labelOfItem } from "@/lib/shared/kind-texts";
import type { ApprovalReason, ConsentChange } from "@/lib/shared/tools/approval-reason";
import type { Act } from "@/lib/shared/tools/external-effects";
import { authoredItem, isUpdate } from "../calls/authored-call";
import { RuleLine } from "../calls/rule-line";
import { useAsk } from "../desk";
import { Elsewhere } from "../elsewhere";
import { Arguments } from "./arguments";
import { Decide } from "./decide";
import { type Remember, RememberSelect } from "./remember";

const ConsentChanges = later(
  () => import("./consent-changes").then((module) => module.ConsentChanges),
  ({ children }) => children,
);
const EditCall = later(() => import("./edit-call").then((module) => module.EditCall));
const MailContent = later(
  () => import("../calls/mail-calls").then((module) => module.MailContent),
  ({ input }) => <Arguments toolName="mail" input={input} />,
);
const ProposedChange = later(
  () => import("./proposed-change").then((module) => module.ProposedChange),
  ({ children }) => children,
);
const RejectCall = later(() => import("./reject-call").then((module) => module.RejectCall));
const ServerAsks = later(() => import("./server-asks").then((module) => module.ServerAsks));

const ICON = "size-4 shrink-0 text-accent";
const NAME = "font-mono text-[12px] wrap-anywhere";

type Step = "decide" | "edit" | "reject";

type ApprovalCardProps = {
  tool: ToolPart;
  messageId: string;
  /** Reason of the ask; undefined if the tool's policy requires approval. */
  reason: ApprovalReason | undefined;
};

export function ApprovalCard({ tool, messageId, reason }: ApprovalCardProps) {
  const { desk, ask, name, answering } = useAsk(messageId, tool.toolCallId);
  const [step, setStep] = useState<Step>("decide");
  const [remember, setRemember] = useState<Remember>("once");
  const box = useRef<HTMLElement>(null);
  const isSending = answering?.state === "sending";

  const answer = (output: { decision: string; input?: unknown; reason?: string }) => {
    if (!ask || isSending) return;
    // The button that the user clicked is removed, so move the keyboard focus to the card.
    box.current?.focus({ preventScroll: true });
    const duration = output.decision !== "reject" && remember !== "once" ? { remember } : {};
    void desk.answer(ask, { ...output, ...duration });
  };
  const allow = (input: unknown) => {
    const isSame = JSON.stringify(input) === JSON.stringify(tool.input);
    answer(isSame ? { decision: "approve" } : { decision: "edit", input });
  };
  const back = () => {
    setStep("decide");
    focusLater(box, step);
  };
  const server = reason?.kind === "server" ? reason : undefined;
  const changes = reason?.kind === "block" ? reason.changes : undefined;
  // Allowing one change of a protected item must not allow later changes.
  const durationSelect = !changes && (
    <RememberSelect
      value={remember}
      onChange={setRemember}
      isOwn={isOwnTool(tool)}
      isAfterWeb={reason?.kind === "web"}
    />
  );

  return (
    <section
      ref={box}
      tabIndex={-1}
      data-ask
      aria-label={name ?? chat("permissionFor", { tool: tool.toolName })}
      className="overflow-hidden rounded-sheet border border-accent-line bg-accent-wash text-ui outline-none"
    >
      <Heading toolName={tool.toolName} reason={reason} />
      <Reasons toolName={tool.toolName} reason={reason} agentId={ask?.from?.agent ?? field(ask, "agentId")} />
      {step !== "edit" && (
        <div className="bg-fill-hover px-3.5 py-2.5">
          <Proposed tool={tool} changes={changes} />
        </div>
      )}
      {ask ? (
        <div className="flex flex-col gap-3 px-3.5 py-3">
          {step === "edit" && (
            <EditCall
              tool={tool}
              id={`approval ${messageId}/${tool.toolCallId}`}
              answering={answering}
              onAllow={allow}
              onCancel={back}
            >
              {durationSelect}
            </EditCall>
          )}
          {step === "reject" && (
            <RejectCall
              isSending={isSending}
              onReject={(reason) => answer({ decision: "reject", ...(reason && { reason }) })}
              onCancel={back}
            />
          )}
          {step === "decide" && server && (
            <ServerAsks
              asked={server.asked}
              input={tool.input}
              isSending={isSending}
              onAllow={allow}
              onReject={() => setStep("reject")}
            />
          )}
          {step === "decide" && !server && (
            <Decide
              isHeld={reason?.kind === "browser"}
              isSending={isSending}
              onAllow={() => answer({ decision: "approve" })}
              onEdit={() => setStep("edit")}
              onReject={() => setStep("reject")}
            >
              {durationSelect}
            </Decide>
          )}
          {step !== "edit" && (
            <FieldError role="alert">
              {answering?.state === "failed" ? answering.problem : undefined}
            </FieldError>
          )}
        </div>
      ) : (
        <Elsewhere answering={answering} input={tool.input} output={tool.output} className="px-3.5 py-3" />
      )}
    </section>
  );
}

type Asking = { toolName: string; reason: ApprovalReason | undefined };

function Heading({ toolName, reason }: Asking) {
  const isHeld = reason?.kind === "browser";
  const Icon = isHeld ? Hand : ShieldQuestionMark;
  const code = (text: ReactNode) => <code className={NAME}>{text}</code>;
  return (
    <h3 className="flex min-h-10 items-center gap-2.5 px-3.5">
      <Icon aria-hidden className={ICON} />
      <span>
        {isHeld
          ? chat("handBackToContinue")
          : reason?.kind === "server"
            ? t.rich("serverAsks", { server: reason.server, tool: toolName, code })
            : t.rich("mayUse", { tool: toolName, code })}
      </span>
    </h3>
  );
}

function Reasons({ toolName, reason, agentId }: Asking & { agentId: string | undefined }) {
  const read = reason?.kind === "web" || reason?.kind === "block" ? reason : undefined;
  return (
    <>
      {reason === undefined && (
        <RuleLine toolName={toolName} by="asks" agentId={agentId} className="px-3.5 pb-2.5" />
      )}
      {read?.origins && <ReadPages origins={read.origins} through={read.through} />}
      {reason?.kind === "block" && reason.changes && (
        <p className="px-3.5 pb-2.5 text-ink-2">{describeChanges(reason.changes)}</p>
      )}
      {reason?.kind === "effect" && <p className="px-3.5 pb-2.5 text-ink-2">{reason.why}</p>}
      {reason?.kind === "web" && reason.acts && <Acts acts={reason.acts} />}
      {reason?.kind === "web" && reason.covers && (
        <p className="px-3.5 pb-2.5 text-ink-2">{t("alsoAllows", { covers: reason.covers })}</p>
      )}
    </>
  );
}

/** Shows the arguments, and for an update the difference from the current content. */
function Proposed({ tool, changes }: { tool: ToolPart; changes: readonly ConsentChange[] | undefined }) {
  const call = <Arguments toolName={tool.toolName} input={tool.input} />;
  if (factsOfTool(tool.toolName)?.gives === "mail") return <MailContent input={tool.input} />;
  if (changes) return <ConsentChanges changes={changes}>{call}</ConsentChanges>;
  const updated = isUpdate(tool.toolName) ? authoredItem(tool.toolName, tool.input) : undefined;
  if (!updated) return call;
  return (
    <ProposedChange item={updated} input={tool.input}>
      {call}
    </ProposedChange>
  );
}

const describeChanges = (changes: readonly ConsentChange[]): string =>
  t("wouldChange", {
    items: formatList([...new Set(changes.map(({ kind, name }) => labelOfItem(kind ?? "block", name)))]),
  });

const focusLater = (box: RefObject<HTMLElement | null>, step: Step) =>
  setTimeout(() => box.current?.querySelector<HTMLElement>(`[data-step=${step}]`)?.focus());

function Acts({ acts }: { acts: readonly Act[] }) {
  return (
    <div className="flex flex-col gap-1.5 px-3.5 pb-2.5">
      <p className="text-ink-2">{t("wouldDo")}</p>
      <ul className="flex flex-col gap-1.5">
        {acts.map(({ what, sends }) => (
          <li key={`${what} ${sends}`} className="flex flex-col gap-1">
            <span className="wrap-anywhere">{what}</span>
            {sends && <RawText text={sends} className="rounded-in bg-sheet px-2.5 py-2" />}
          </li>
        ))}
      </ul>
    </div>
  );
}
