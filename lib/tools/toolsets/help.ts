import type { BuiltInTool } from "@/lib/shared/chat/built-in-tools";

type Help = { title: string; help: string };

const help = (title: string, help: string): Help => ({ title, help });

/** What a built-in tool is for, told to people: its description is written for the model. */
const HELP: Record<Exclude<BuiltInTool, "load_toolset">, Help> = {
  get_state: help("Look up a value", "Reads one of the values that last from one conversation to the next."),
  set_state: help("Store a value", "Keeps a value under a key for later conversations and components."),
  delete_state: help("Delete a value", "Takes a stored value away; History brings it back."),
  list_state_keys: help("List values", "Shows under which keys values are stored."),
  send_message: help("Say something meanwhile", "Puts a line into the chat while long work goes on."),
  ask_user: help("Ask you", "Puts a question to you, and waits for your reply."),
  render_blocks: help(
    "Show on the canvas",
    "Shows tables, charts, forms and texts, and waits for what you do.",
  ),
  render_and_wait: help(
    "Show a component",
    "Shows a component on the canvas, and waits for what you do in it.",
  ),
  describe_blocks: help(
    "Look up blocks",
    "Reads what tables, charts, forms and other blocks can show, and how a sheet is changed.",
  ),
  create_ui_component: help(
    "Make a component",
    "Stores a component that the agent has written, to show it again.",
  ),
  update_ui_component: help("Change a component", "Makes a new version of a stored component."),
  delete_ui_component: help("Delete a component", "Takes a stored component away; History brings it back."),
  list_ui_components: help("List components", "Shows which components are stored."),
  read_ui_component: help("Read a component", "Reads the source of a stored component."),
  create_tool: help("Make a tool", "Stores a new tool that the agent has written for itself."),
  update_tool: help("Change a tool", "Makes a new version of a tool that was written here."),
  delete_tool: help("Delete a tool", "Takes away a tool that was written here; History brings it back."),
  enable_tool: help("Switch a tool on", "Offers a tool that was written here again."),
  disable_tool: help("Switch a tool off", "Keeps a tool that was written here, but offers it no more."),
  list_tools: help("List tools", "Shows which tools were written here."),
  read_tool: help("Read a tool", "Reads the code of a tool that was written here."),
  run_sandbox_code: help(
    "Run JavaScript",
    "Runs a few lines of code in a sandbox, to compute or to call tools.",
  ),
  code: help("Run a program", "Writes and runs whole programs, confined, with files of the conversation."),
  db_sql: help("Query the database", "Reads and changes the agent's own tables with SQL."),
  db_schema: help("Look at the tables", "Shows tables, their columns and how many rows they have."),
  db_query: help("Work with documents", "Reads and changes collections such as contacts and calendar."),
  update_db_schema: help("Describe collections", "Notes for the agent what its collections hold."),
  read_system_prompt: help("Read its prompt", "Reads how the agent is told to behave."),
  edit_system_prompt: help("Change its prompt", "Changes how the agent behaves in later conversations."),
  read_learned_notes: help("Read its notes", "Reads what the agent has noted of you and its work."),
  edit_learned_notes: help("Change its notes", "Changes what the agent has noted for later conversations."),
  block: help("Change a memory block", "Changes what the agent has in mind in every conversation."),
  recall: help("Use the archive", "Reads and keeps what is remembered, but not always in mind."),
  memory: help("Keep facts", "Keeps short statements, for good or for a time, and finds them again."),
  search: help("Search what is known", "Finds what was archived, kept as a fact or said earlier."),
  save_memory: help("Keep in mind", "Replaces the short text of what the agent keeps in mind."),
  generate_image: help("Make an image", "Makes an image from words, with the image model of the settings."),
  edit_image: help("Edit an image", "Makes a changed copy of an image."),
  board: help("Lay out boards", "Puts sheets and components on boards, and moves them there."),
  manage_cronjob: help("Plan jobs", "Has the agent do something by itself at set times."),
  manage_trigger: help("Plan triggers", "Has the agent do something once, or when something happens."),
  manage_pulse: help("Set the pulse", "Says how often the agent looks around by itself."),
  whatsapp_read_messages: help("Read WhatsApp", "Reads messages of the contacts whom it may read."),
  whatsapp_send_message: help("Write on WhatsApp", "Sends a message to a contact whom it may answer."),
  whatsapp_manage_permission: help(
    "Change rights",
    "Gives a contact the right to be read or answered, or takes it.",
  ),
  whatsapp_list_permissions: help("List rights", "Shows which contacts may be read and answered."),
  web_search: help("Search the web", "Finds pages, with the search service of the settings."),
  fetch_url: help("Call an address", "Reads a page or a service on the web, or sends it something."),
  browser_navigate: help("Open a page", "Opens an address in the agent's browser."),
  browser_screenshot: help("Take a screenshot", "Takes a picture of the page in the agent's browser."),
  browser_click: help("Click", "Clicks an element of the page."),
  browser_type: help("Type", "Fills in a field of the page."),
  browser_extract_text: help("Read a page", "Reads text and links of the page."),
  browser_extract_html: help("Read a page's HTML", "Reads how the page is built."),
  browser_evaluate: help("Run code in a page", "Runs JavaScript in the page, with all that it may do there."),
  ask_agent: help(
    "Ask another agent",
    "Has another agent, or a helper with a fresh context, do a task in a conversation of its own.",
  ),
  browser_close: help(
    "Close the browser",
    "Closes the agent's browser; what it was signed in to is forgotten.",
  ),
};

/** Undefined for a tool that is not built in. */
export const helpOf = (name: string): Help | undefined =>
  Object.hasOwn(HELP, name) ? HELP[name as keyof typeof HELP] : undefined;
