import type { Notice } from "@/lib/shared/notice";

/** What a person can do about it. */
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
  // Errors of our own about the choice of a model.
  invalid: models("Choose another model"),
  unavailable: models("Choose another model"),
};

const GO_ON: Way = { kind: "say", text: "Go on", label: "Go on" };

/** The way on from a notice; a stop that the person asked for needs none. */
export function wayOn({ kind, code }: Notice): Way | undefined {
  if (kind === "stopped" || code === "stopped") return undefined;
  if (kind === "limit" || code === "answer_too_long") return GO_ON;
  return WAYS[code] ?? { kind: "again" };
}
