import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { singleton } from "@/lib/ground/base/process";
import { pointText } from "@/lib/shared/chat/points";
import type { CommentTarget, VisitorComment } from "@/lib/shared/comments/target";
import type { Comment } from "@/lib/shared/comments/view";
import { AppError } from "@/lib/shared/errors";
import { addComment, deleteComment, editComment, listComments } from "@/lib/store/comments/comments";
import type { Visit } from "./visit";

/** Comments and changes of comments of a visitor in five minutes. */
const COMMENTS = 20;
const SECONDS = 300;

const targetOf = ({ app }: Visit): CommentTarget => ({ kind: "app", app: app.id });

/** Throws `forbidden` unless the version lets visitors comment. */
function assertAllowed({ version }: Visit): void {
  if (version.rules.comments !== true)
    throw new AppError("forbidden", "Visitors cannot comment on this app.");
}

async function count({ visitor }: Visit): Promise<void> {
  const limiter = singleton(
    "app comments",
    () => new RateLimiterMemory({ points: COMMENTS, duration: SECONDS }),
  );
  try {
    await limiter.consume(visitor.id);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw new AppError("too_many_requests", `Too many comments. Try again in ${retryAfter} s.`, {
      details: { retryAfter },
    });
  }
}

export async function commentsForVisitor(visit: Visit): Promise<Comment[]> {
  assertAllowed(visit);
  return listComments(visit.app.agentId, targetOf(visit), { visitorId: visit.visitor.id });
}

export async function commentAsVisitor(
  visit: Visit,
  { element, ...comment }: VisitorComment,
): Promise<{ id: string }> {
  assertAllowed(visit);
  await count(visit);
  const { app, visitor, version } = visit;
  const name = visitor.name || `Visitor ${visitor.number}`;
  const author = { visitorId: visitor.id, name, slug: app.slug };
  const place = element && {
    point: { ...element, title: pointText(version.title, 200), text: pointText(element.text) },
    shown: String(version.number),
  };
  return { id: await addComment(app.agentId, targetOf(visit), author, { ...comment, ...place }) };
}

/** Changes an own comment; null deletes it. */
export async function changeOwnComment(visit: Visit, id: string, text: string | null): Promise<void> {
  assertAllowed(visit);
  await count(visit);
  const author = { visitorId: visit.visitor.id };
  if (text === null) await deleteComment(visit.app.agentId, targetOf(visit), id, author);
  else await editComment(visit.app.agentId, targetOf(visit), id, { author, text });
}
