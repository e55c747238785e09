import * as z from "zod/mini";
import { failureText } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import { type CompileError, refusal } from "@/lib/shared/components/contract";

/** Why something was not saved, as far as a person can do something about it. */
export type Trouble =
  | { kind: "compile"; message: string; compile: CompileError }
  /** It compiles and did not work; the person may want it all the same. */
  | { kind: "gate"; message: string }
  /** Another version is live by now. */
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

/** Another version is live than the one that was changed; what else is in the way says so itself. */
export const isStale = ({ status, details }: ApiError): boolean =>
  status === 409 && live.safeParse(details).success;

const live = z.object({ version: z.nullable(z.number()) });

/** The same in one sentence. */
export function troubleText(error: unknown): string {
  const trouble = troubleOf(error);
  if (trouble.kind === "conflict") return "Another version went live meanwhile.";
  return trouble.message;
}
