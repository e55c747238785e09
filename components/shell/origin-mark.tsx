import type { ConversationOrigin } from "@/lib/shared/jobs/kinds";
import { ORIGIN_LOOKS } from "./origin-looks";

/** Before a title: who begins the turns of that conversation, where it is not the person. */
export function OriginMark({ origin }: { origin: ConversationOrigin }) {
  const { icon: Icon, title } = ORIGIN_LOOKS[origin];
  return (
    <span title={title} className="shrink-0">
      <Icon aria-hidden className="size-3.5 text-ink-3" />
      <span className="sr-only">{title}: </span>
    </span>
  );
}
