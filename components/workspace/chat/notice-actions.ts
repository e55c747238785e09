import type { Notice } from "@/lib/shared/notice";

type NoticeAction =
  | { kind: "again" | "edit" }
  | { kind: "say"; text: string; label: string }
  | { kind: "go"; href: string; label: string };

const models = (label: string): NoticeAction => ({ kind: "go", href: "/settings/models", label });

const ACTIONS: Record<string, NoticeAction> = {
  bad_key: models("Check the key"),
  unknown_model: models("Choose another model"),
  out_of_credit: models("Choose another model"),
  unreachable: { kind: "again" },
  context_too_long: { kind: "go", href: "/", label: "New conversation" },
  refused: { kind: "edit" },
  // Easel's own errors about the chosen model.
  invalid: models("Choose another model"),
  unavailable: models("Choose another model"),
};

const GO_ON: NoticeAction = { kind: "say", text: "Go on", label: "Go on" };

/** Returns how to continue after a notice, or undefined if the user stopped the run. */
export function actionFor({ kind, code }: Notice): NoticeAction | undefined {
  if (kind === "stopped" || code === "stopped") return undefined;
  if (kind === "limit" || code === "answer_too_long") return GO_ON;
  return ACTIONS[code] ?? { kind: "again" };
}
