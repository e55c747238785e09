import type { ModelProvider } from "../provider";
import { createDemoModel } from "./model";

export const demo: ModelProvider = {
  named: false,
  reads: [],
  model: async () => createDemoModel(),
  label: () => "Demo (a script)",
};
