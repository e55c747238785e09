import type { BuiltInTool } from "@/lib/shared/chat/built-in-tools";

/*
 * The text that each built-in tool brings in, the private data that it reads, and the data that it sends.
 * `app/doors.test.ts` compares the table with the tools. A new tool without a row is a type error.
 */

/**
 * The writer of the text in a result or an error. `own`: Easel, or the model that made the call. `you`: the user, who
 * answers the call. `stored`: the writers of stored values; `readStored` reports their origins. `web`: the
 * sites that answered; `sources` or `readWeb` reports them. `contact`: a contact's number. `mail`: the sender of a mail. `agent`: another
 * conversation, with all that it has read.
 */
type Writer = "own" | "you" | "stored" | "web" | "contact" | "mail" | "agent";

/** Private data that can be in a result. */
type Private =
  | "boards"
  | "components"
  | "contacts"
  | "conversations"
  | "database"
  | "documents"
  | "executions"
  | "files"
  | "jobs"
  | "memory"
  | "messages"
  | "learned_notes"
  | "projects"
  | "mail"
  | "skills"
  | "state"
  | "system_prompt"
  | "tools"
  | "whatsapp";

export type ToolDoor = {
  from: readonly Writer[];
  reads: readonly Private[];
  /** Changes something that outlives the call, or acts outside. */
  acts: boolean;
  /** The data that the tool sends off this machine, or null. */
  sends: string | null;
};

const door = (
  from: readonly Writer[],
  reads: readonly Private[],
  acts: boolean,
  sends: string | null = null,
): ToolDoor => ({ from, reads, acts, sends });

const BROWSER = "requests of the page, with all that was typed into it";
const CODE = "requests of the code";

export const TOOL_DOORS: Record<BuiltInTool | "load_toolset", ToolDoor> = {
  ask_user: door(["you"], [], false),
  render_blocks: door(["you", "stored"], ["database", "documents"], false),
  render_and_wait: door(["you", "stored"], ["components", "state", "database"], true),
  describe_blocks: door(["own"], [], false),
  send_message: door(["own"], [], false),
  board: door(["stored"], ["boards"], true),
  project: door(["stored"], ["projects"], true),
  create_ui_component: door(["own"], [], true),
  update_ui_component: door(["stored"], ["components"], true),
  delete_ui_component: door(["own"], [], true),
  list_ui_components: door(["stored"], ["components"], false),
  read_ui_component: door(["stored"], ["components"], false),
  get_state: door(["stored"], ["state"], false),
  set_state: door(["own"], [], true),
  delete_state: door(["own"], [], true),
  list_state_keys: door(["stored"], ["state"], false),
  db_sql: door(["stored"], ["database"], true),
  db_schema: door(["stored"], ["database"], false),
  db_query: door(["stored"], ["documents", "contacts", "files", "jobs", "messages"], true),
  update_db_schema: door(["own"], [], true),
  read_system_prompt: door(["stored"], ["system_prompt"], false),
  edit_system_prompt: door(["stored"], ["system_prompt"], true),
  read_learned_notes: door(["stored"], ["learned_notes"], false),
  edit_learned_notes: door(["stored"], ["learned_notes"], true),
  block: door(["stored"], ["memory"], true),
  recall: door(["stored"], ["memory"], true),
  save_memory: door(["own"], [], true),
  memory: door(["stored"], ["memory"], true),
  search: door(["stored"], ["memory", "messages", "files"], false),
  read_file: door(["stored"], ["files"], false, "pages that are images, to the model"),
  import_sheet: door(["stored"], ["files", "database"], true),
  create_tool: door(["own"], [], true),
  update_tool: door(["stored"], ["tools"], true),
  delete_tool: door(["own"], [], true),
  enable_tool: door(["own"], [], true),
  disable_tool: door(["own"], [], true),
  list_tools: door(["stored"], ["tools"], false),
  read_tool: door(["stored"], ["tools"], false),
  use_skill: door(["stored"], ["skills"], false),
  list_skills: door(["stored"], ["skills"], false),
  run_skill_script: door(["stored", "web"], ["skills", "files"], true, `${CODE}, packages`),
  write_skill: door(["stored"], ["skills"], true),
  delete_skill: door(["own"], [], true),
  run_sandbox_code: door(["stored", "web"], ["state"], true, CODE),
  code: door(["stored", "web"], ["files", "executions", "messages"], true, `${CODE}, packages`),
  fetch_url: door(["web"], [], true, "a request"),
  web_search: door(["web"], [], false, "a search to the search service"),
  generate_image: door(["own"], [], true, "a description to the image model"),
  edit_image: door(["own"], ["files"], true, "an image and a description to the image model"),
  browser_navigate: door(["web"], [], true, BROWSER),
  browser_screenshot: door(["web"], [], false),
  browser_click: door(["web"], [], true, BROWSER),
  browser_type: door(["web"], [], true, BROWSER),
  browser_extract_text: door(["web"], [], false),
  browser_extract_html: door(["web"], [], false),
  browser_evaluate: door(["web"], [], true, BROWSER),
  browser_close: door(["own"], [], false),
  manage_cronjob: door(["stored"], ["jobs"], true),
  manage_trigger: door(["stored"], ["jobs"], true),
  manage_pulse: door(["stored"], ["jobs"], true),
  ask_agent: door(["agent"], ["conversations"], false),
  whatsapp_read_messages: door(["contact"], ["whatsapp"], false),
  whatsapp_send_message: door(["own", "contact"], [], true, "a message to the contact"),
  whatsapp_manage_permission: door(["stored"], ["whatsapp"], true),
  whatsapp_list_permissions: door(["stored"], ["whatsapp"], false),
  mail_list_folders: door(["own"], ["mail"], false),
  mail_search: door(["mail"], ["mail"], false),
  mail_read: door(["mail"], ["mail"], false),
  mail_save_attachment: door(["mail"], ["mail"], true),
  mail_draft: door(["own", "mail"], ["mail"], true),
  mail_send: door(["own", "mail"], ["mail"], true, "a mail to its recipients"),
  load_toolset: door(["stored"], ["tools"], false),
};
