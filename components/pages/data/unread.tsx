import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";

type UnreadProps = { what: string; problem: string; onAgain: () => void };

export function Unread({ what, problem, onAgain }: UnreadProps) {
  return (
    <div role="alert" className="flex flex-1 flex-col items-start gap-2 px-5 py-3">
      <p className="flex gap-2 wrap-anywhere">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
        <span className="min-w-0">
          Could not load {what}. {problem}
        </span>
      </p>
      <Button variant="outline" onClick={onAgain}>
        Try again
      </Button>
    </div>
  );
}
