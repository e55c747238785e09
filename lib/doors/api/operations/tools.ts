import { z } from "zod";
import { created, deleted, file, nothing, op, type Tag } from "@/lib/doors/api/operation";
import { agentTool, agentToolList, agentToolRun, checkedCode } from "@/lib/shared/agent-tools/contract";
import { auditCallPage, auditRequestPage } from "@/lib/shared/audit/contract";
import { budgetView } from "@/lib/shared/budget";
import { channelsView, channelTest, channelView, pairing } from "@/lib/shared/channels";
import { execution, executionPage, executionStats, hintView, runAgain } from "@/lib/shared/executions";
import { storedFiles } from "@/lib/shared/files";
import { mailFolders, mailItems, mailRules, mailView } from "@/lib/shared/mail";
import { filledPrompt, promptsView } from "@/lib/shared/mcp/prompts";
import { resourcesView } from "@/lib/shared/mcp/resources";
import { madeToken, tokensView } from "@/lib/shared/mcp/tokens";
import { serversView, serverTest, serverView } from "@/lib/shared/mcp/view";
import { checkedItem, itemProofs, keptExample, proofLines } from "@/lib/shared/proofs/contract";
import { usageView } from "@/lib/shared/settings";
import { importedSkills, skillList, skillPreview, skillView } from "@/lib/shared/skills/contract";
import { toolCallPage } from "@/lib/shared/tools/calls";
import { changedTool, changedToolset, toolsetsView } from "@/lib/shared/tools/view";
import { mayTell, permissionList, permissionView, whatsappMessages } from "@/lib/shared/whatsapp";

export const tools: Tag = {
  name: "Tools",
  description: "Built-in tools, tools that the agent wrote, and MCP servers.",
  operations: {
    "GET /api/tools": op("Lists the toolsets with their tools.", toolsetsView),
    "PATCH /api/tools/{name}": op("Changes the policy of a tool, or switches it on or off.", changedTool),
    "GET /api/tools/{name}/calls": op("Lists the calls of a tool.", toolCallPage),
    "PATCH /api/toolsets/{id}": op("Changes the mode or the instructions of a toolset.", changedToolset),
    "GET /api/agent-tools": op("Lists the tools that the agent or a member wrote.", agentToolList),
    "POST /api/agent-tools": op("Creates a tool.", agentTool),
    "GET /api/agent-tools/{name}": op("Returns a tool with its code.", agentTool),
    "PATCH /api/agent-tools/{name}": op("Changes a tool.", agentTool),
    "DELETE /api/agent-tools/{name}": op("Deletes a tool.", deleted),
    "POST /api/agent-tools/{name}/run": op("Runs a tool.", agentToolRun),
    "POST /api/agent-tools/check": op("Compiles the code of a tool without storing it.", checkedCode),
    "GET /api/examples": op("Lists the examples of an item, and its newest proof.", itemProofs),
    "POST /api/examples": op("Keeps a recorded call or turn as an example.", keptExample),
    "PATCH /api/examples/{id}": op("Changes an example.", z.object({ changed: z.boolean() })),
    "DELETE /api/examples/{id}": op("Deletes an example.", deleted),
    "GET /api/proofs": op("Lists the changes that wait for the user or went back.", proofLines),
    "POST /api/proofs": op(
      "Checks a tool or component now, or tries the newest change of the prompt, the notes or a skill on recent turns.",
      z.union([checkedItem, z.object({ trying: z.boolean() })]),
    ),
    "POST /api/proofs/{id}": op(
      "Puts a version that waits live, or discards it.",
      z.object({ settled: z.boolean() }),
    ),
    "GET /api/skills": op("Lists the skills.", skillList),
    "POST /api/skills": op("Creates a skill.", skillView),
    "GET /api/skills/{name}": op("Returns a skill with its files.", skillView),
    "PATCH /api/skills/{name}": op("Changes a skill.", skillView),
    "DELETE /api/skills/{name}": op("Deletes a skill.", deleted),
    "GET /api/skills/{name}/zip": op("Downloads a skill as an archive.", file("application/zip")),
    "POST /api/skill-imports": op(
      "Lists the skills of an archive or an address, or imports the chosen ones.",
      z.union([skillPreview, importedSkills]),
    ),
    "GET /api/mcp": op("Lists the MCP servers.", serversView),
    "POST /api/mcp": op("Adds one or several MCP servers.", z.union([serverView, serversView])),
    "GET /api/mcp/{id}": op("Returns an MCP server.", serverView),
    "PATCH /api/mcp/{id}": op("Changes an MCP server, or accepts its changed words.", serverView),
    "DELETE /api/mcp/{id}": op("Removes an MCP server.", deleted),
    "POST /api/mcp/{id}/test": op("Connects to an MCP server.", serverTest),
    "POST /api/mcp/{id}/confirm": op("Allows the command of a local MCP server.", serverView),
    "GET /api/mcp/{id}/prompts": op("Lists the prompts of an MCP server.", promptsView),
    "POST /api/mcp/{id}/prompts": op("Fills a prompt of an MCP server.", filledPrompt),
    "GET /api/mcp/{id}/resources": op("Lists the resources of an MCP server.", resourcesView),
    "POST /api/mcp/{id}/resources": op("Stores a resource of an MCP server as a file.", created(storedFiles)),
  },
};

export const activity: Tag = {
  name: "Activity",
  description: "Calls, requests, runs of code, usage and budgets.",
  operations: {
    "GET /api/audit": op("Lists the tool calls.", auditCallPage),
    "GET /api/audit/requests": op("Lists the network requests.", auditRequestPage),
    "GET /api/audit/requests.csv": op("Downloads the network requests.", file("text/csv")),
    "GET /api/code/executions": op("Lists the runs of code.", executionPage),
    "GET /api/code/executions/{id}": op("Returns a run of code.", z.object({ execution })),
    "POST /api/code/executions/{id}/run": op("Runs code again, with a copy of the state.", runAgain),
    "GET /api/code/stats": op("Counts runs and errors of code.", executionStats),
    "GET /api/code/hint": op("Returns the hint about errors that the agent reads.", hintView),
    "GET /api/usage": op("Returns tokens and costs by day, model and job.", usageView),
    "GET /api/budget": op("Returns the budgets and what is left of them.", budgetView),
    "PUT /api/budget": op("Changes the budgets.", budgetView),
  },
};

export const connections: Tag = {
  name: "Connections",
  description: "Access tokens of programs, messengers, and mail.",
  operations: {
    "GET /api/mcp/tokens": op("Lists the access tokens of the member.", tokensView),
    "POST /api/mcp/tokens": op("Creates an access token.", madeToken),
    "DELETE /api/mcp/tokens/{id}": op("Revokes an access token.", nothing),
    "GET /api/channels": op("Lists the messengers.", channelsView),
    "PUT /api/channels/{id}": op("Links a messenger.", channelView),
    "DELETE /api/channels/{id}": op("Unlinks a messenger.", nothing),
    "POST /api/channels/{id}/test": op("Sends a test message.", channelTest),
    "POST /api/channels/{id}/pair": op("Creates a code that pairs a user.", pairing),
    "DELETE /api/channels/{id}/people/{person}": op("Unpairs a user.", nothing),
    "GET /api/mail": op("Returns the mail account and what the agent may read in it.", mailView),
    "PUT /api/mail": op("Changes what the agent may read.", z.object({ rules: mailRules })),
    "GET /api/mail/folders": op("Lists the folders of the mail account.", mailFolders),
    "GET /api/mail/drafts": op("Lists drafts and sent mails, newest first.", mailItems),
    "PATCH /api/mail/drafts/{id}": op("Says what became of a mail that may have been sent.", nothing),
    "GET /api/whatsapp/messages": op("Lists WhatsApp messages, newest first.", whatsappMessages),
    "GET /api/whatsapp/permissions": op("Lists the rights of contacts.", permissionList),
    "PUT /api/whatsapp/permissions/{phone}": op("Changes the rights of a contact.", permissionView),
    "DELETE /api/whatsapp/permissions/{phone}": op("Removes the rights of a contact.", nothing),
    "GET /api/whatsapp/may-tell": op("Returns what contacts may be told.", mayTell),
    "PUT /api/whatsapp/may-tell": op("Changes what contacts may be told.", mayTell),
  },
};
