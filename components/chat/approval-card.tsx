"use client";

import { ShieldQuestionMark } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldError } from "@/components/ui/field";
import { Label } from "@/components/ui/label";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { useAsk } from "./desk";
import { Elsewhere } from "./elsewhere";
import { RawText } from "./raw-text";

/** A call that runs only if the person allows it, with exactly what it would be called with. */
export function ApprovalCard({ tool, messageId }: { tool: ToolPart; messageId: string }) {
  const id = useId();
  const { desk, ask, answering } = useAsk(messageId, tool.toolCallId);
  const [isRemembered, setIsRemembered] = useState(false);
  const isSending = answering?.state === "sending";
  const decide = (decision: "approve" | "reject") => {
    if (!ask || isSending) return;
    const remember = decision === "approve" && isRemembered ? { remember: "conversation" } : {};
    void desk.answer(ask, { decision, ...remember });
  };
  return (
    <section
      aria-label={`Permission for ${tool.toolName}`}
      className="overflow-hidden rounded-sheet border border-accent-line bg-accent-wash text-ui"
    >
      <h3 className="flex min-h-10 items-center gap-2.5 px-3.5">
        <ShieldQuestionMark aria-hidden className="size-4 shrink-0 text-accent" />
        <span>
          May it use <code className="font-mono text-[12px]">{tool.toolName}</code>?
        </span>
      </h3>
      <RawText text={JSON.stringify(tool.input, null, 2)} className="bg-fill-hover px-3.5 py-2.5" />
      {ask ? (
        <div className="flex flex-wrap items-center gap-2 px-3.5 py-3">
          <Button variant="accent" disabled={isSending} onClick={() => decide("approve")}>
            Allow
          </Button>
          <Button variant="outline" disabled={isSending} onClick={() => decide("reject")}>
            Deny
          </Button>
          <Checkbox
            id={id}
            checked={isRemembered}
            onCheckedChange={(checked) => setIsRemembered(checked === true)}
            className="ml-auto"
          />
          <Label htmlFor={id} className="font-normal text-ink-2">
            Do not ask again here
          </Label>
          <FieldError className="w-full">
            {answering?.state === "failed" ? answering.problem : undefined}
          </FieldError>
        </div>
      ) : (
        <Elsewhere answering={answering} output={tool.output} className="px-3.5 py-3" />
      )}
    </section>
  );
}
