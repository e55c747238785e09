import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Equipment } from "@/lib/agent/message/equipment";
import type { ResolvedModel } from "@/lib/models/providers/index";
import { authored, builtIn, catalogOf, served } from "@/lib/tools/toolsets/catalog";
import type { Toolset } from "@/lib/tools/toolsets/define";
import { toolsets } from "@/lib/tools/toolsets/index";

type ModelFields = Omit<ResolvedModel, "model">;

/**
 * Returns equipment with a model that the test sets, and with the built-in or other tools. Changes apply from
 * the next step on.
 */
export function newScript(fields: Partial<ModelFields> = {}, tools: readonly Toolset[] = toolsets) {
  const script: ModelFields & { model: LanguageModelV4 | null } = {
    id: "test/model",
    name: "Test",
    provider: "openai-compatible",
    providerTitle: "Test",
    isLocal: true,
    contextWindow: null,
    price: null,
    can: { tools: null, images: null, reasoning: null },
    ...fields,
    model: null,
  };
  const equipment: Equipment = {
    async resolveModel() {
      const { model } = script;
      if (!model) throw new Error("The test has put no model into its script");
      return { ...script, model };
    },
    catalog: catalogOf([builtIn(tools), authored, served]),
  };
  return Object.assign(script, { equipment });
}
