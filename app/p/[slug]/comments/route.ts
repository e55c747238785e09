import { z } from "zod";
import { changeOwnComment, commentAsVisitor, commentsForVisitor } from "@/lib/agent/apps/comments";
import { requireVisit } from "@/lib/agent/apps/visit";
import { route, routes } from "@/lib/platform/http/route";
import { visitorComment, visitorCommentChange } from "@/lib/shared/comments/target";

const params = z.object({ slug: z.string() });
const maxBytes = 20_000;

/** Comments on an app, if its version lets visitors comment. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params }, async ({ request, params: { slug } }) => ({
    comments: await commentsForVisitor(await requireVisit(slug, request)),
  })),
  POST: route(
    { public: true, params, body: visitorComment, maxBytes },
    async ({ request, params: { slug }, body }) => commentAsVisitor(await requireVisit(slug, request), body),
  ),
  PATCH: route(
    { public: true, params, body: visitorCommentChange, maxBytes },
    async ({ request, params: { slug }, body: { id, text } }) => {
      await changeOwnComment(await requireVisit(slug, request), id, text);
    },
  ),
});
