import { type Place, type Point, point, pointLabel } from "@/lib/shared/chat/points";
import type { Comment, HandedComment } from "@/lib/shared/comments/view";
import { t } from "@/lib/shared/i18n/en/comments";

const MAX_CHARS = 20_000;
const MAX_TITLE = 200;

/**
 * Returns what a message to the agent contains of a thread: its text with the replies, and its place. A place outside of
 * the conversation of the message is part of the text.
 */
export function handOver(
  title: string,
  comment: Comment,
  replies: readonly Comment[],
  isInConversation = false,
): { comment: HandedComment; points: Point[] } {
  const name = (one: Comment) => one.author || t("owner");
  const at = comment.point && point.safeParse(comment.point).data;
  const points = isInConversation && at ? [at] : [];
  const where = comment.point && points.length === 0 ? [placeText(comment.point)] : [];
  const answers = replies.filter(({ isDeleted }) => !isDeleted).map((one) => `${name(one)}: ${one.text}`);
  const text = [...where, comment.text, ...answers].join("\n\n").slice(0, MAX_CHARS);
  return {
    comment: { id: comment.id, author: name(comment), title: title.slice(0, MAX_TITLE), text },
    points,
  };
}

const placeText = (at: Place): string =>
  t("at", { place: [pointLabel(at), at.path].filter(Boolean).join(", ") });
