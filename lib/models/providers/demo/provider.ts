import type { ModelProvider } from "@/lib/models/providers/provider";
import { createDemoModel } from "./model";

export const demo: ModelProvider = {
  id: "demo",
  title: "Demo",
  needsKey: false,
  named: false,
  wire: null,
  readsPdf: false,
  listing: null,
  model: async () => createDemoModel(),
  label: () => "Demo (a script)",
};
