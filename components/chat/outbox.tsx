"use client";

import type { UIMessage } from "ai";
import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { textOf } from "@/lib/shared/chat/parts";
import type { Outgoing } from "./client/state";

type OutboxProps = {
  /** With the server, to be read after the step that runs. */
  waiting: UIMessage[];
  outbox: Outgoing[];
  isRunning: boolean;
  onResend: (messageId: string) => void;
  onEdit: (messageId: string) => void;
};

/** What the person wrote and the conversation has not taken up yet, below all else. */
export function Outbox({ waiting, outbox, isRunning, onResend, onEdit }: OutboxProps) {
  // An answer on its way stands at its question.
  const own = outbox.filter(({ answers, state }) => !answers || state === "failed");
  return (
    <>
      {waiting.map((message) => (
        <Pending key={message.id} message={message} note="Read at the next step" />
      ))}
      {own.map(({ message, state, problem }) => (
        <article key={message.id} className="flex flex-col gap-1">
          {state === "failed" ? (
            <>
              <Text message={message} />
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta">
                <span role="status" className="flex items-center gap-1 text-danger">
                  <CircleAlert aria-hidden className="size-3" />
                  {problem ? `Not sent: ${problem}` : "Not sent."}
                </span>
                <Button variant="link" className="text-meta" onClick={() => onResend(message.id)}>
                  Try again
                </Button>
                <Button variant="link" className="text-meta" onClick={() => onEdit(message.id)}>
                  Edit
                </Button>
              </div>
            </>
          ) : (
            <Pending
              message={message}
              note={state === "sending" ? "Sending" : isRunning ? "Read at the next step" : ""}
            />
          )}
        </article>
      ))}
    </>
  );
}

function Pending({ message, note }: { message: UIMessage; note: string }) {
  return (
    <div className="flex flex-col gap-1">
      <Text message={message} />
      {note && <p className="animate-late text-meta text-ink-3">{note}</p>}
    </div>
  );
}

function Text({ message }: { message: UIMessage }) {
  return (
    <>
      <h2 className="sr-only">You said</h2>
      <p className="rounded-sheet bg-fill px-3.5 py-2.5 text-prose whitespace-pre-wrap wrap-anywhere">
        {textOf(message)}
      </p>
    </>
  );
}
