import { Check, CircleSlash } from "lucide-react";
import type { Answering } from "@/components/workspace/chat/client/state";
import { withoutHidden } from "@/lib/shared/blocks/hidden-fields";
import { field, isRecord } from "@/lib/shared/chat/parts";
import { answerText } from "@/lib/shared/chat/tool-sentence";
import { givenElsewhere } from "./use-answer";

type SettledProps = {
  answering: Answering | undefined;
  /** Of the call that asked. */
  input: unknown;
};

/** What became of an ask that was listed, in a line where it stood. */
export function Settled({ answering, input }: SettledProps) {
  const isMine = answering?.state === "taken";
  return (
    <p
      role="status"
      className="flex items-start gap-2.5 rounded-sheet border border-line px-3.5 py-2.5 text-ui text-ink-2"
    >
      {isMine ? (
        <Check aria-hidden className="mt-0.5 size-4 shrink-0" />
      ) : (
        <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0" />
      )}
      <span className="min-w-0 wrap-anywhere">
        {isMine ? mine(answering, input) : elsewhere(answering, input)}
      </span>
    </p>
  );
}

const GOES_ON = "The agent goes on.";

function mine({ output }: Answering, input: unknown): string {
  const decision = field(output, "decision");
  if (decision === "reject") return `You said no. ${GOES_ON}`;
  if (decision !== undefined)
    return `${decision === "edit" ? "You allowed it with changes." : "You allowed it."} ${GOES_ON}`;
  const text = answerText(withoutHidden(input, output));
  return text ? `You answered: ${text}. ${GOES_ON}` : `You answered. ${GOES_ON}`;
}

function elsewhere(answering: Answering | undefined, input: unknown): string {
  if (!answering) return "This was answered elsewhere, or its work was stopped.";
  const given = givenElsewhere(answering);
  const text = answerText(withoutHidden(input, given));
  const said = text
    ? `Answered elsewhere: ${text}.`
    : isRecord(given) && given.action === "cancelled"
      ? "Its work was stopped."
      : "This was settled elsewhere.";
  return `${said} Yours was not sent.`;
}
