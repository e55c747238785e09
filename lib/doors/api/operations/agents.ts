import { z } from "zod";
import { file, nothing, op, type Tag } from "@/lib/doors/api/operation";
import { agentsView, agentView } from "@/lib/shared/agents/agent-view";
import { imported, importPreview } from "@/lib/shared/import";
import { agentSharingView } from "@/lib/shared/members/view";
import { searchTestResult } from "@/lib/shared/search";
import { modelsView, modelTestResult, settingsView } from "@/lib/shared/settings";
import { assembledPrompt } from "@/lib/shared/tools/assembled";
import { changedFamily, modelFamilies } from "@/lib/shared/tools/families";

const text = z.object({ content: z.string(), version: z.number() });
const FILE = ["application/json", "application/gzip"];

export const agents: Tag = {
  name: "Agents",
  description: "Agents, their prompts, models and settings.",
  operations: {
    "GET /api/agents": op("Lists the agents.", agentsView),
    "POST /api/agents": op("Creates an agent.", agentView),
    "GET /api/agents/{id}": op("Returns an agent.", agentView),
    "PATCH /api/agents/{id}": op("Changes the name, the look or the model of an agent.", agentView),
    "DELETE /api/agents/{id}": op("Moves an agent to the bin.", nothing),
    "POST /api/agents/{id}/restore": op("Restores an agent from the bin.", agentView),
    "GET /api/agents/{id}/sharing": op("Returns with whom an agent is shared.", agentSharingView),
    "PUT /api/agents/{id}/sharing": op("Shares an agent with members.", agentSharingView),
    "GET /api/prompt": op("Returns the system prompt.", text),
    "PUT /api/prompt": op("Replaces the system prompt.", text),
    "GET /api/prompt/assembled": op("Returns the whole prompt that the model reads.", assembledPrompt),
    "GET /api/notes": op("Returns the learned notes.", text),
    "PUT /api/notes": op("Replaces the learned notes.", text),
    "GET /api/models": op("Lists the models that can be chosen.", modelsView),
    "POST /api/models/test": op("Sends a test request to a model.", modelTestResult),
    "GET /api/model-families": op("Lists the instructions for each model family.", modelFamilies),
    "PATCH /api/model-families/{id}": op("Replaces the instructions for a model family.", changedFamily),
    "GET /api/settings": op("Returns the settings without secrets.", settingsView),
    "PUT /api/settings": op("Changes settings.", settingsView),
    "POST /api/search/test": op("Sends a test request to a search service.", searchTestResult),
    "GET /api/export": op("Downloads the agent as a file.", file("application/json")),
    "POST /api/import/preview": {
      ...op("Checks an agent file and returns what its import would change.", importPreview),
      body: { media: FILE },
    },
    "POST /api/import": { ...op("Imports an agent file.", imported), body: { media: FILE } },
  },
};
