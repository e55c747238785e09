import { t } from "@/lib/shared/i18n/en/chat";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Notice } from "@/lib/shared/notice";

type NoticeAction =
  | { kind: "again" | "edit" }
  | { kind: "say"; text: string; label: string }
  | { kind: "go"; href: string; label: string };

const models = (label: string): NoticeAction => ({ kind: "go", href: "/settings/models", label });

const actions = (): Record<string, NoticeAction> => ({
  bad_key: models(t("checkKey")),
  unknown_model: models(t("otherModel")),
  out_of_credit: models(t("otherModel")),
  unreachable: { kind: "again" },
  context_too_long: { kind: "go", href: "/", label: common("newConversation") },
  refused: { kind: "edit" },
  // Easel's own errors about the chosen model.
  invalid: models(t("otherModel")),
  unavailable: models(t("otherModel")),
});

/** Returns how to continue after a notice, or undefined if the user stopped the run. */
export function actionFor({ kind, code }: Notice): NoticeAction | undefined {
  if (kind === "stopped" || code === "stopped") return undefined;
  if (kind === "limit" || code === "answer_too_long")
    return { kind: "say", text: t("goOn"), label: t("goOn") };
  return actions()[code] ?? { kind: "again" };
}
