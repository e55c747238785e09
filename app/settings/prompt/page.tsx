import type { Metadata } from "next";
import { TextPage } from "@/components/pages/instructions/text-page";
import { requirePage } from "@/lib/platform/access/session";
import { loadText } from "../text";

export const metadata: Metadata = { title: "Prompt · Easel" };

export default async function PromptPage() {
  await requirePage("/settings/prompt");
  return (
    <TextPage
      kind="system_prompt"
      title="Prompt"
      about="Who the agent is and how it works. It may rewrite this itself. A running conversation keeps the prompt it began with."
      placeholder="Empty: the agent is told nothing of who it is"
      {...(await loadText("system_prompt"))}
    />
  );
}
