import { redirect } from "next/navigation";
import { requirePage } from "@/lib/platform/access/session";
import { newId } from "@/lib/shared/chat/id";
import { pageBase } from "./page-agent";

/** A new conversation. It exists from its first message on. */
export default async function Start() {
  await requirePage("/");
  redirect(`${await pageBase()}/chat/${newId()}`);
}
