import { redirect } from "next/navigation";
import { pageBase } from "@/app/page-agent";
import { requirePage } from "@/lib/platform/access/session";

export default async function AgentPage() {
  await requirePage("/agent");
  redirect(`${await pageBase()}/agent/prompt`);
}
