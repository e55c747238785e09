import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { commentedIn } from "@/components/client/events";
import { jsonBody, request } from "@/components/client/request";
import type { CommentTarget, NewComment } from "@/lib/shared/comments/target";
import { type CommentCount, commentCounts, commentList, targetKey } from "@/lib/shared/comments/view";

const COMMENTS = "comments";

/** Place whose comments are counted together: a conversation, a board, or the published apps of the agent. */
export type CountedPlace = { conversation: string } | { board: string } | { apps: true };

const queryOf = (target: CommentTarget | CountedPlace): string => {
  const known = Object.entries(target).filter(([name]) => name !== "apps");
  return new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
};

/** Returns the counts by target, once they are loaded. */
export function useCommentCounts(place: CountedPlace | undefined): ReadonlyMap<string, CommentCount> {
  const { data } = useQuery({
    queryKey: [COMMENTS, "counts", place],
    enabled: place !== undefined,
    queryFn: async ({ signal }) =>
      commentCounts.parse(
        await (await request(`/api/comments/counts?${queryOf(place ?? { apps: true })}`, { signal })).json(),
      ).counts,
    select: byTarget,
    meta: { outdatedBy: (change: string) => commentedIn(change) !== undefined },
  });
  return data ?? NONE;
}

const NONE: ReadonlyMap<string, CommentCount> = new Map();
const byTarget = (counts: CommentCount[]) => new Map(counts.map((count) => [count.target, count]));

/** Returns the comments of a target, and marks them as read while they are shown. */
export function useComments(target: CommentTarget) {
  const client = useQueryClient();
  const key = targetKey(target);
  const query = useQuery({
    queryKey: [COMMENTS, key],
    queryFn: async ({ signal }) =>
      commentList.parse(await (await request(`/api/comments?${queryOf(target)}`, { signal })).json())
        .comments,
    meta: { outdatedBy: (change: string) => commentedIn(change) === key },
  });
  const path = `/api/comments/read?${queryOf(target)}`;
  const last = query.data?.at(-1)?.id;
  useEffect(() => {
    if (last === undefined) return;
    request(path, { method: "POST" }).then(
      () => client.invalidateQueries({ queryKey: [COMMENTS, "counts"] }),
      () => {},
    );
  }, [path, last, client]);
  return query;
}

export type CommentAct =
  | ({ kind: "add" } & NewComment)
  | { kind: "edit"; id: string; text: string }
  | { kind: "resolve"; id: string; isResolved: boolean }
  | { kind: "delete"; id: string };

export function useCommentAct(target: CommentTarget) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: CommentAct) => send(target, act),
    onSettled: () => client.invalidateQueries({ queryKey: [COMMENTS] }),
  });
}

async function send(target: CommentTarget, act: CommentAct): Promise<void> {
  const query = queryOf(target);
  if (act.kind === "add") {
    const { kind: _, ...comment } = act;
    await request(`/api/comments?${query}`, { method: "POST", ...jsonBody(comment) });
    return;
  }
  const path = `/api/comments/${act.id}?${query}`;
  if (act.kind === "delete") await request(path, { method: "DELETE" });
  else {
    const change = act.kind === "edit" ? { text: act.text } : { isResolved: act.isResolved };
    await request(path, { method: "PATCH", ...jsonBody(change) });
  }
}
