import { redirect } from "next/navigation";
import { pageAgent, pageRights, requirePage } from "@/lib/platform/access/require-page";
import { baseOf } from "@/lib/shared/agents/agent-address";
import { newId } from "@/lib/shared/chat/id";
import { pageBase } from "./page-agent";

/** Redirects to a new conversation, which is created by its first message. */
export default async function Start() {
  await requirePage("/");
  const { right } = await pageRights();
  // An address without a prefix means the member's own first agent.
  const base = right === "own" ? await pageBase() : baseOf(await pageAgent());
  redirect(`${base}/chat/${newId()}`);
}
