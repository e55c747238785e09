"use client";

import type { UIMessage } from "ai";
import { textOf } from "@/lib/shared/chat/parts";
import { rowsOf } from "@/lib/shared/chat/rows";
import { EditForm } from "./edit-form";
import { FileChip } from "./file-chip";
import { PersonBar } from "./message-bar";
import { metadataOf } from "./metadata";
import { useThread } from "./thread";

/** What the person said, or the field in which it is being rewritten. */
export function PersonMessage({ message }: { message: UIMessage }) {
  const { editing } = useThread();
  const text = textOf(message);
  const files = rowsOf(message).filter((row) => row.kind === "file");
  const chips = files.map((file) => <FileChip key={file.key} name={file.name} />);
  if (editing?.id === message.id)
    return (
      <EditForm messageId={message.id} text={text} problem={editing.problem}>
        {chips}
      </EditForm>
    );
  return (
    <div className="group/message relative">
      <h2 className="sr-only">You said</h2>
      <div className="flex flex-col gap-2 rounded-sheet bg-fill px-3.5 py-2.5 text-prose wrap-anywhere">
        {text && <p className="whitespace-pre-wrap">{text}</p>}
        {chips}
      </div>
      <PersonBar messageId={message.id} metadata={metadataOf(message)} text={() => text} />
    </div>
  );
}
