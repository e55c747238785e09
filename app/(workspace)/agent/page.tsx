import { redirect } from "next/navigation";
import { pageBase } from "@/app/page-agent";
import { requirePage } from "@/lib/platform/access/require-page";

export default async function AgentPage() {
  await requirePage("/agent", { right: "edit" });
  redirect(`${await pageBase()}/agent/prompt`);
}
