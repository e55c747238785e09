/**
 * Names of built-in tools, those that are not part of this version too: a tool of the agent's that took one could not be
 * called any more once it is.
 */
const BUILT_IN: ReadonlySet<string> = new Set([
  "load_toolset",
  ...["read_system_prompt", "edit_system_prompt", "read_learned_notes", "edit_learned_notes"],
  ...["get_state", "set_state", "delete_state", "list_state_keys"],
  ...["db_sql", "db_schema"],
  ...["create_tool", "update_tool", "delete_tool", "enable_tool", "disable_tool", "list_tools", "read_tool"],
  "run_sandbox_code",
  ...["create_ui_component", "update_ui_component", "delete_ui_component", "list_ui_components"],
  "read_ui_component",
  ...["render_and_wait", "render_blocks", "send_message", "ask_user"],
  ...["fetch_url", "web_search"],
  ...["browser_navigate", "browser_screenshot", "browser_click", "browser_type", "browser_extract_text"],
  ...["browser_extract_html", "browser_evaluate", "browser_close"],
  ...["generate_image", "edit_image"],
  ...["block", "recall", "search", "memory", "save_memory"],
  ...["db_query", "update_db_schema"],
  ...["manage_cronjob", "manage_pulse"],
  "code",
  ...["whatsapp_read_messages", "whatsapp_send_message", "whatsapp_manage_permission"],
  "whatsapp_list_permissions",
]);

export const isBuiltIn = (name: string): boolean => BUILT_IN.has(name);
