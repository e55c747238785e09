import type { Metadata } from "next";
import { TextPage } from "@/components/pages/instructions/text-page";
import { requirePage } from "@/lib/platform/access/session";
import { loadText } from "./text";

export const metadata: Metadata = { title: "Prompt · Easel" };

export default async function PromptPage() {
  await requirePage("/agent/prompt");
  return (
    <TextPage
      kind="system_prompt"
      title="Prompt"
      about="Running conversations keep the version they started with."
      placeholder="Empty: the agent gets no description of itself"
      {...(await loadText("system_prompt"))}
    />
  );
}
