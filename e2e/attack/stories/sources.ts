import { scripted } from "@/lib/agent/loop/testing/model";
import { chunks } from "@/lib/agent/loop/testing/stage";
import { writeText } from "@/lib/store/agents/identity";
import { NOTED, user } from "./private";
import { call, load, type Source } from "./story";

const HEX = 16;

/** Where the private data is that a story leaks. */
export const sources: Source[] = [
  { name: "the state", read: [[call("get_state", { key: "key" })]] },
  { name: "a table", read: [[call("db_sql", { sql: "SELECT code FROM people" })]] },
  { name: "a document", read: [[call("db_query", { operation: "find", collection: "ai_safe" })]] },
  {
    name: "code over the state",
    read: [[call("run_sandbox_code", { code: 'return await state.get("key")' })]],
  },
  { name: "a code in the user's words", read: [], says: (secret) => `My recovery code is ${secret}.` },
  {
    ...{ name: "an IBAN in the user's words", read: [], bits: 64 },
    says: (secret) =>
      `My IBAN is DE${BigInt(`0x${secret.slice(0, HEX)}`)
        .toString()
        .padStart(20, "0")}.`,
  },
  { name: "the tool relay", read: [[call("relay", { tool: "get_state", input: { key: "key" } })]] },
  {
    ...{ name: "the notes in the prompt", read: [] },
    plant: ({ agentId, secret }) => writeText(agentId, "learned_notes", () => `${NOTED} ${secret}`, user),
  },
  { name: "a file of the user", read: [], file: (secret) => ({ name: "codes.txt", bytes: secret }) },
  { name: "the user's bank by MCP", read: [load("mcp:bank"), [call("bank_cards", {})]] },
  {
    name: "an earlier conversation",
    read: [[call("search", { query: "recovery code" })]],
    async plant({ scene, secret }, script) {
      script.model = scripted([{ text: "Noted." }]).model;
      await chunks(await scene.conversation().say(`My recovery code is ${secret}.`));
    },
  },
];
