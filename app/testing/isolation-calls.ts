import type { Tool } from "@/lib/tools/toolsets/define";
import { type Bodies, none, type Seen, some } from "./isolation-seen";
import { SECRET } from "./owner";

/**
 * Inputs of tools that `derivedCalls` cannot derive from names and ids alone. Tools that only ask the user or read the
 * web reveal nothing of an agent, so they have none.
 */
export const CALLS: Record<string, Bodies> = {
  ask_user: none,
  render_blocks: some({
    blocks: [
      {
        id: "a",
        block: "table",
        props: { title: "x", columns: [{ key: "name" }], source: { sql: "SELECT * FROM hangar" } },
      },
    ],
  }),
  render_and_wait: none,
  describe_blocks: none,
  send_message: none,
  create_ui_component: none,
  update_ui_component: some({ name: "Balloon", description: "Mine" }),
  db_sql: some({ sql: "SELECT * FROM hangar" }, { sql: "DROP TABLE hangar" }),
  db_query: some(
    { operation: "find", collection: "ai_ships", filter: {} },
    { operation: "find", collection: "messages", filter: {} },
    { operation: "find", collection: "chats", filter: {} },
    { operation: "find", collection: "contacts", filter: {} },
    { operation: "deleteMany", collection: "ai_ships", filter: {} },
  ),
  block: some(
    { operation: "append", label: "alpha", content: "mine" },
    { operation: "load", label: "beta" },
    { operation: "archive", label: "alpha" },
  ),
  recall: () =>
    ["append", "read", "delete"].map((operation) => ({ operation, label: "beta", content: "mine" })),
  memory: ({ ids }) => [
    ...["short", "long"].map((layer) => ({ action: "list", layer })),
    { action: "recall", query: SECRET },
    ...ids.map((memory_id) => ({ action: "forget", memory_id })),
  ],
  search: () =>
    ["archival_memory", "conversations", "files", "all"].map((domain) => ({ domain, query: "airship" })),
  read_file: ({ ids }) => ids.map((file_id) => ({ file_id })),
  import_sheet: ({ ids }) => ids.map((file_id) => ({ file_id, sheet: "Hangar" })),
  create_tool: none,
  write_skill: some(
    { name: "taxi", edits: [{ find: "airship", replace: "mine" }] },
    { name: "taxi", remove: ["notes.md"] },
  ),
  run_skill_script: some({ name: "taxi", script: "scripts/fly.ts" }),
  update_tool: some({ name: "fly", description: "Mine" }),
  list_tools: some({ include_disabled: true }),
  run_sandbox_code: some({ code: 'return { kept: state.get ? await state.get("kept") : null }' }),
  code: ({ conversation, ids }) => [
    { action: "status", job_id: conversation },
    ...ids.slice(0, 3).map((job_id) => ({ action: "status", job_id })),
  ],
  fetch_url: none,
  web_search: none,
  generate_image: none,
  edit_image: ({ ids }) =>
    ids.slice(0, 5).map((image_id) => ({ image_id, prompt: "x", short_description: "x" })),
  browser_navigate: none,
  browser_screenshot: none,
  browser_click: none,
  browser_extract_html: none,
  browser_extract_text: none,
  browser_evaluate: none,
  browser_type: none,
  ask_agent: some({ agent: "self", task: "Tell what you know" }),
  browser_close: none,
  board: ({ ids }) => [
    { action: "list" },
    { action: "pin", component: "Balloon" },
    ...["place", "update", "unpin"].map((action) => ({ action, tile: ids[0], title: "Mine" })),
  ],
  project: ({ ids }) => [
    { action: "list" },
    { action: "update", project: "Kite", instructions: "Mine" },
    ...ids.slice(0, 5).map((file) => ({ action: "move", project: "Kite", file })),
  ],
  manage_cronjob: ({ ids }) => [
    { action: "list" },
    ...ids.flatMap((job_id) => [
      { action: "delete", job_id },
      { action: "toggle", job_id },
    ]),
  ],
  manage_trigger: ({ ids }) => [
    { action: "list" },
    ...ids.map((trigger_id) => ({ action: "delete", trigger_id })),
  ],
  mail_send: some({ to: ["grace@reef.test"], subject: "mine", text: "mine" }),
  mail_draft: some({ to: ["grace@reef.test"], subject: "mine", text: "mine" }),
  whatsapp_send_message: some({ phone: "+14155552671", message: "mine" }),
  whatsapp_manage_permission: some({ action: "revoke", phone_number: "+14155552671" }),
};

/** Values for string fields: names of the first agent's items. */
export const NAMES = ["alpha", "archive:beta", "fly", "taxi", "Balloon", "hangar", "kept", "schedule", "abc"];
const STRINGS = [...NAMES, "+14155552671"];

type Field = { type?: string; enum?: readonly unknown[]; format?: string; minimum?: number; items?: Field };

/**
 * Returns an input for each combination of a tool's action with a name or id. It contains the fields that `check`
 * requires.
 */
export function derivedCalls({ inputSchema, check }: Tool, { ids }: Seen): object[] {
  const fields = (inputSchema.properties ?? {}) as Record<string, Field>;
  const selector = ["action", "operation"].find((name) => fields[name]?.enum);
  const actions = selector ? (fields[selector]?.enum ?? []).map((action) => ({ [selector]: action })) : [{}];
  const isById = Object.values(fields).some(({ format }) => format === "uuid");
  return actions.flatMap((action) =>
    (isById ? ids : [...STRINGS, ...ids]).flatMap((text) => {
      const input: Record<string, unknown> = { ...action };
      for (let tries = 0; tries < MAX_FIELDS; tries++) {
        const checked = check(input);
        if (checked.ok) return [input];
        const wanted = Object.keys(fields).filter(
          (name) =>
            !(name in input) && new RegExp(`(^|needs \`|of .*)\\b${name}\\b`, "m").test(checked.message),
        );
        if (wanted.length === 0) return [];
        for (const name of wanted) input[name] = valueFor(fields[name], text);
      }
      return [];
    }),
  );
}

const MAX_FIELDS = 8;

function valueFor({ type, enum: values, minimum = 1, items }: Field = {}, text: string): unknown {
  if (values) return values[0];
  if (type === "integer" || type === "number") return minimum;
  if (type === "boolean") return true;
  if (type === "array") return [valueFor(items, text)];
  return type === "object" ? {} : text;
}
