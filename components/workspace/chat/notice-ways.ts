import type { Notice } from "@/lib/shared/notice";

type Way =
  | { kind: "again" | "edit" }
  | { kind: "say"; text: string; label: string }
  | { kind: "go"; href: string; label: string };

const models = (label: string): Way => ({ kind: "go", href: "/settings/models", label });

const WAYS: Record<string, Way> = {
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

const GO_ON: Way = { kind: "say", text: "Go on", label: "Go on" };

/** Returns how to continue after a notice, or undefined if the user stopped the run. */
export function wayOn({ kind, code }: Notice): Way | undefined {
  if (kind === "stopped" || code === "stopped") return undefined;
  if (kind === "limit" || code === "answer_too_long") return GO_ON;
  return WAYS[code] ?? { kind: "again" };
}
