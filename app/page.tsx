import { redirect } from "next/navigation";
import { requirePage } from "@/lib/platform/access/require-page";
import { newId } from "@/lib/shared/chat/id";
import { pageBase } from "./page-agent";

/** Redirects to a new conversation, which is created by its first message. */
export default async function Start() {
  await requirePage("/");
  redirect(`${await pageBase()}/chat/${newId()}`);
}
