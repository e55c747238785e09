import type { ModelInUse } from "@/components/chat/model-in-use";
import { resolveModel } from "@/lib/models/index";
import { AppError } from "@/lib/shared/errors";

/** The model that would answer now. A page opens also when there is none that can; the first message says why. */
export async function modelInUse(choice: string | null | undefined): Promise<ModelInUse> {
  try {
    const { label, provider } = await resolveModel(choice ?? undefined);
    return { label, isDemo: provider === "demo" };
  } catch (error) {
    if (error instanceof AppError) return { label: "No model", isDemo: false, problem: error.message };
    throw error;
  }
}
