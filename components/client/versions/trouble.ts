import * as z from "zod/mini";
import { failureText } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import { type CompileError, refusal } from "@/lib/shared/components/contract";
import { t } from "@/lib/shared/i18n/en/client";

export type Trouble =
  | { kind: "compile"; message: string; compile: CompileError }
  /** The code compiles but failed its test. The user may save it anyway. */
  | { kind: "gate"; message: string }
  /** Another version went live in the meantime. */
  | { kind: "conflict" }
  | { kind: "other"; message: string };

export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ApiError)) return { kind: "other", message: failureText(error) };
  const { compile, gate } = refusal.safeParse(error.details).data ?? {};
  if (compile) return { kind: "compile", message: compile.message, compile };
  if (gate) return { kind: "gate", message: gate.message };
  if (isStale(error)) return { kind: "conflict" };
  return { kind: "other", message: error.message };
}

/**
 * Returns true if the request was based on a version that is no longer live. Other 409 errors have their own
 * messages.
 */
export const isStale = ({ status, details }: ApiError): boolean =>
  status === 409 && live.safeParse(details).success;

const live = z.object({ version: z.nullable(z.number()) });

export function troubleText(error: unknown): string {
  const trouble = troubleOf(error);
  if (trouble.kind === "conflict") return t("stale");
  return trouble.message;
}
