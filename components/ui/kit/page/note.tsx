import { Check, CircleAlert } from "lucide-react";

export type NoteState = { isGood: boolean; message: string };

export function Note({ note }: { note: NoteState | null }) {
  return (
    <p role="status" className="flex min-w-0 gap-1.5">
      {note && (
        <>
          {note.isGood ? (
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
          ) : (
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          )}
          <span className="min-w-0 wrap-anywhere text-ink-2">{note.message}</span>
        </>
      )}
    </p>
  );
}
