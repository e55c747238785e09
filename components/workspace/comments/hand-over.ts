import type { Point } from "@/lib/shared/chat/points";
import type { Comment, HandedComment } from "@/lib/shared/comments/view";
import { t } from "@/lib/shared/i18n/en/comments";

const MAX_CHARS = 20_000;
const MAX_TITLE = 200;

/** Returns what a message to the agent contains of a thread: its text with the replies, and its place. */
export function handOver(
  title: string,
  comment: Comment,
  replies: readonly Comment[],
): { comment: HandedComment; points: Point[] } {
  const name = (one: Comment) => one.author || t("owner");
  const answers = replies.filter(({ isDeleted }) => !isDeleted).map((one) => `${name(one)}: ${one.text}`);
  const text = [comment.text, ...answers].join("\n\n").slice(0, MAX_CHARS);
  return {
    comment: { id: comment.id, author: name(comment), title: title.slice(0, MAX_TITLE), text },
    points: comment.point ? [comment.point] : [],
  };
}
