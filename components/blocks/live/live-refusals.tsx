import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { type Cell, cellText } from "@/lib/shared/data/cell";
import type { Edits, Refusal } from "./edits";

/** What could not be written, each with the ways out. */
export function LiveRefusals({ edits }: { edits: Edits }) {
  const refusals = edits.refusals.map((refusal, index) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: they come and go in their order
      key={index}
      role="alert"
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 py-1 text-ui"
    >
      <p className="flex min-w-0 flex-1 basis-60 items-start gap-2 wrap-anywhere">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
        <span>{wordsOf(refusal)}</span>
      </p>
      <span className="flex gap-2">
        {refusal.kind !== "gone" && (
          <Button variant="outline" size="sm" onClick={() => void edits.insist(refusal)}>
            {refusal.kind === "conflict" ? done("Write", refusal.change.to) : "Try again"}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={() => edits.giveWay(refusal)}>
          {refusal.kind === "conflict" ? done("Keep", refusal.now) : "Leave it"}
        </Button>
      </span>
    </div>
  ));
  return (
    <>
      {refusals}
      {edits.problem && (
        <p role="alert" className="mb-2 flex items-start gap-2 py-1 text-ui wrap-anywhere">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          {edits.problem}
        </p>
      )}
    </>
  );
}

function wordsOf(refusal: Refusal): string {
  const { label, to } = refusal.change;
  switch (refusal.kind) {
    case "conflict":
      return `${label} is ${said(refusal.now)} by now, so your ${said(to)} was not written over it.`;
    case "gone":
      return `The row is no longer there, so ${label} was not set to ${said(to)}.`;
    case "failed":
      return `${label} was not set to ${said(to)}. ${refusal.message}`;
  }
}

const done = (verb: "Write" | "Keep", cell: Cell): string =>
  isNothing(cell) ? (verb === "Write" ? "Empty it" : "Keep it empty") : `${verb} ${said(cell)}`;

const isNothing = (cell: Cell): boolean => cell === null || cell === "";

const LONGEST = 24;

function said(cell: Cell): string {
  if (isNothing(cell)) return "nothing";
  const text = cellText(cell);
  return `“${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}”`;
}
