import { titled } from "@/app/page-metadata";
import { TextPage } from "@/components/pages/instructions/text-page";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/pages";
import { loadText } from "./text";

export const metadata = titled(() => common("prompt"));

export default async function PromptPage() {
  await requirePage("/agent/prompt", { right: "edit" });
  return (
    <TextPage
      kind="system_prompt"
      title={common("prompt")}
      about={t("promptAbout")}
      placeholder={t("noPrompt")}
      {...(await loadText("system_prompt"))}
    />
  );
}
