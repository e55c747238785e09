import * as z from "zod/mini";

/** What waits, as far as it is told outside of a tab: no word of what is asked. */
export const toldKind = z.enum(["question", "permission", "sheet"]);
export type ToldKind = z.infer<typeof toldKind>;

/** All that a push service carries of an ask. */
export type PushNotice = { title: string; kind: ToldKind };

export function noticeOf(ask: { kind: "answer" | "approval"; toolName: string }): PushNotice {
  const kind = ask.kind === "approval" ? "permission" : ask.toolName === "ask_user" ? "question" : "sheet";
  return { title: titleOf(kind), kind };
}

export const titleOf = (kind: ToldKind): string => `Easel: a ${kind} waits for you`;

/** What `GET /api/push` gives. */
export const pushKey = z.object({ publicKey: z.string() });
