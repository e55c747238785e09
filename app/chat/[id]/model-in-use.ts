import type { ModelInUse } from "@/components/chat/model-in-use";
import { resolveModel } from "@/lib/models/index";
import { isAppError } from "@/lib/shared/errors";
import { readSettings } from "@/lib/store/settings";

/** The model that would answer now. A page opens also when there is none that can; the first message says why. */
export async function modelInUse(agentId: string, choice: string | null | undefined): Promise<ModelInUse> {
  try {
    const { name, provider } = await resolveModel(choice, await readSettings(agentId));
    return { label: name, isDemo: provider === "demo" };
  } catch (error) {
    if (isAppError(error)) return { label: "No model", isDemo: false, problem: error.message };
    throw error;
  }
}
