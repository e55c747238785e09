import type { Kind } from "@/lib/shared/kinds";
import { factsOfOpenCode } from "../code/opencode-facts";
import {
  askingWording,
  block,
  board,
  databaseWording,
  documents,
  fact,
  fixed,
  loadingWording,
  managed,
  programWording,
  pulse,
  rights,
  writtenBlock,
} from "./operation-wording";
import { field } from "./parts";
import { at, element, navigated, requested, type Say, say, searched, wording } from "./wording";

/**
 * Facts about a built-in tool for the UI and for other code. The tool's definition has the description for
 * the model.
 */
export type ToolFacts = {
  /** Describes a call in the chat and in exports. */
  says: Say;
  /** For tools that may ask for approval: completes the sentence that begins with "before the agent". */
  intent?: string;
  /**
   * The argument that names the target of a call, such as a key. A later call only counts as a retry if it has
   * the same target.
   */
  subject?: string;
  /**
   * The kind of versioned item that a call writes. Unless the agent has only one item of this kind, `subject`
   * names it.
   */
  writes?: Kind;
  /**
   * Returns the name of the item that a call writes, from the call's input and result. Set if `subject` alone does
   * not name the item.
   */
  writtenName?: (input: unknown, output: unknown) => string | undefined;
  /** True if the input contains only the fields that the call changes. */
  isUpdate?: true;
  makesFor?: string;
  /** True if the tool waits for the user. A call that waits counts as successful. */
  pauses?: true;
  reaches?: "web" | "browser";
  /** How the chat shows a call, if it shows more than a line in a card. */
  shows?: "message" | "question" | "blocks" | "component";
  /** The part of the result that the chat renders, such as an image or a list of links. */
  gives?: "picture" | "screenshot" | "page" | "links" | "copy" | "helper" | "program";
  /** The source that an answer cites for a call: the page open in the browser, or the requested address. */
  cites?: "open page" | "address";
  /** The shape of the result that holds facts or entries from memory. */
  recalls?: "facts" | "results" | "entry";
  closes?: true;
};

/** Facts by tool name. If a tool is missing here, `defineBuiltIn` in its toolset reports a type error. */
const FACTS = {
  get_state: { says: wording("Looked up", "Looking up", "look up", "", "key"), subject: "key" },
  set_state: {
    says: wording("Stored", "Storing", "store", "", "key"),
    intent: "stores a value for later conversations",
    subject: "key",
    writes: "state",
  },
  delete_state: {
    says: wording("Deleted", "Deleting", "delete", "", "key"),
    intent: "deletes a stored value",
    subject: "key",
    writes: "state",
  },
  list_state_keys: { says: wording("Listed", "Listing", "list", "what is stored") },
  send_message: { says: wording("Sent", "Writing", "send", "a message"), shows: "message" },
  ask_user: {
    says: fixed("Asked you", "Writing a question", "Could not ask"),
    pauses: true,
    shows: "question",
  },
  render_blocks: {
    says: fixed(
      "Put something on the canvas",
      "Putting something on the canvas",
      "Could not put something on the canvas",
    ),
    pauses: true,
    shows: "blocks",
  },
  render_and_wait: {
    says: fixed("Put a component on the canvas", "Building a component", "Could not show a component"),
    subject: "component",
    pauses: true,
    shows: "component",
  },
  describe_blocks: {
    says: fixed("Looked up blocks", "Looking up blocks", "Could not look up blocks"),
  },
  create_ui_component: {
    says: wording("Created", "Creating", "create", "the component", "name"),
    intent: "stores a new component",
    subject: "name",
    writes: "component",
    makesFor: "update_ui_component",
  },
  update_ui_component: {
    says: wording("Changed", "Changing", "change", "the component", "name"),
    intent: "rewrites a component",
    subject: "name",
    writes: "component",
    isUpdate: true,
  },
  delete_ui_component: {
    says: wording("Deleted", "Deleting", "delete", "the component", "name"),
    intent: "deletes a component",
    subject: "name",
    writes: "component",
  },
  list_ui_components: { says: wording("Looked at", "Looking at", "look at", "the components") },
  read_ui_component: { says: wording("Read", "Reading", "read", "the component", "name"), subject: "name" },
  create_tool: {
    says: wording("Made", "Making", "make", "the tool", "name"),
    intent: "creates a new tool",
    subject: "name",
    writes: "tool",
    makesFor: "update_tool",
  },
  update_tool: {
    says: wording("Changed", "Changing", "change", "the tool", "name"),
    intent: "rewrites one of its tools",
    subject: "name",
    writes: "tool",
    isUpdate: true,
  },
  delete_tool: {
    says: wording("Deleted", "Deleting", "delete", "the tool", "name"),
    intent: "deletes one of its tools",
    subject: "name",
    writes: "tool",
  },
  enable_tool: {
    says: wording("Switched on", "Switching on", "switch on", "the tool", "name"),
    intent: "switches one of its tools on",
    subject: "name",
  },
  disable_tool: {
    says: wording("Switched off", "Switching off", "switch off", "the tool", "name"),
    intent: "switches one of its tools off",
    subject: "name",
  },
  list_tools: { says: wording("Looked at", "Looking at", "look at", "its tools") },
  read_tool: { says: wording("Read", "Reading", "read", "the tool", "name"), subject: "name" },
  run_sandbox_code: {
    says: wording("Ran", "Running", "run", "code in the sandbox"),
    intent: "runs code that can store something or send it out",
  },
  code: {
    says: programWording,
    intent: "runs a program that can send something out",
    gives: "program",
  },
  db_sql: { says: databaseWording, intent: "changes what is in its database", gives: "copy" },
  db_schema: { says: wording("Looked at", "Looking at", "look at", "its tables") },
  db_query: { says: documents, intent: "changes its documents", subject: "collection" },
  update_db_schema: {
    says: wording("Noted", "Noting", "note", "what is in its collections"),
    intent: "changes its notes on its documents",
    writes: "db_schema",
  },
  load_toolset: { says: loadingWording, subject: "id" },
  read_system_prompt: { says: wording("Read", "Reading", "read", "its prompt") },
  edit_system_prompt: {
    says: wording("Changed", "Changing", "change", "its prompt"),
    intent: "changes how it behaves",
    writes: "system_prompt",
  },
  read_learned_notes: { says: wording("Read", "Reading", "read", "its notes") },
  edit_learned_notes: {
    says: wording("Changed", "Changing", "change", "its notes"),
    intent: "changes its notes about you",
    writes: "learned_notes",
  },
  block: {
    says: block("the memory block"),
    intent: "changes what it remembers",
    subject: "label",
    writes: "block",
    writtenName: writtenBlock,
  },
  recall: {
    says: block("in its archive"),
    intent: "changes what it remembers",
    subject: "label",
    writes: "block",
    writtenName: (input) => `archive:${field(input, "label")}`,
    recalls: "entry",
  },
  memory: {
    says: fact,
    intent: "keeps or forgets a fact for later conversations",
    subject: "content",
    recalls: "facts",
  },
  search: {
    says: wording("Searched", "Searching", "search", "its memory for", "query"),
    subject: "query",
    recalls: "results",
  },
  save_memory: {
    says: wording("Changed", "Changing", "change", "its memory"),
    intent: "changes what it remembers of you",
    writes: "memory_blob",
  },
  generate_image: {
    says: wording("Made", "Making", "make", "an image"),
    intent: "makes an image",
    gives: "picture",
  },
  edit_image: {
    says: wording("Edited", "Editing", "edit", "an image"),
    intent: "edits an image",
    gives: "picture",
  },
  board: {
    says: board,
    intent: "changes a board",
    writes: "board",
    writtenName: (_, output) => field(output, "address")?.split("/").at(-1),
  },
  manage_cronjob: { says: managed("the job", "its jobs"), intent: "starts work on a schedule" },
  manage_trigger: {
    says: managed("the trigger", "its triggers"),
    intent: "starts work when something happens",
  },
  manage_pulse: { says: pulse, intent: "changes when it works on its own" },
  whatsapp_read_messages: { says: wording("Read", "Reading", "read", "messages on WhatsApp") },
  whatsapp_send_message: {
    says: wording("Wrote to", "Writing to", "write to", "", "phone"),
    intent: "writes to a contact on WhatsApp in your name",
    subject: "phone",
  },
  whatsapp_manage_permission: {
    says: rights,
    intent: "changes whom it may read and answer on WhatsApp",
    subject: "phone_number",
  },
  whatsapp_list_permissions: { says: wording("Looked at", "Looking at", "look at", "rights of contacts") },
  web_search: { says: searched, reaches: "web", gives: "links" },
  fetch_url: {
    says: requested,
    intent: "sends something to a site",
    subject: "url",
    reaches: "web",
    cites: "address",
  },
  browser_navigate: {
    says: navigated,
    intent: "opens an address that is not in the conversation",
    subject: "url",
    reaches: "browser",
    gives: "page",
    cites: "open page",
  },
  browser_screenshot: {
    says: at("Took a screenshot", "Taking a screenshot", "take a screenshot", "of"),
    reaches: "browser",
    gives: "screenshot",
    cites: "open page",
  },
  browser_click: {
    says: element("Clicked", "Clicking", "click"),
    intent: "acts on a site",
    reaches: "browser",
  },
  browser_type: {
    says: element("Typed into", "Typing into", "type into"),
    intent: "sends text to a site",
    reaches: "browser",
  },
  browser_extract_text: {
    says: at("Read the page", "Reading the page", "read the page", "in"),
    reaches: "browser",
    cites: "open page",
  },
  browser_extract_html: {
    says: at("Read the page’s HTML", "Reading the page’s HTML", "read the page’s HTML", "in"),
    reaches: "browser",
    cites: "open page",
  },
  browser_evaluate: {
    says: () => say("Ran", "Running", "run", "code in the page"),
    intent: "runs code in a page",
    reaches: "browser",
    cites: "open page",
  },
  ask_agent: { says: askingWording, intent: "has another agent do a task", gives: "helper" },
  browser_close: {
    says: () => say("Closed", "Closing", "close", "the browser"),
    reaches: "browser",
    closes: true,
  },
} satisfies Record<string, ToolFacts>;

export type BuiltInTool = keyof typeof FACTS;

/** Returns undefined for a tool that is neither built in nor one of OpenCode's. */
export const factsOfTool = (name: string): ToolFacts | undefined =>
  Object.hasOwn(FACTS, name) ? FACTS[name as BuiltInTool] : factsOfOpenCode(name);

export const builtInNames = Object.keys(FACTS);

/** Returns the facts of a tool by the type of a message part (`tool-<name>`). */
export const factsOfPart = (type: string): ToolFacts | undefined =>
  type.startsWith("tool-") ? factsOfTool(type.slice("tool-".length)) : undefined;

/** Returns whether a text message can answer the ask. */
export const isQuestion = ({ kind, toolName }: { kind: string; toolName: string }): boolean =>
  kind === "answer" && factsOfTool(toolName)?.shows === "question";

export const showsSurface = (name: string): boolean => {
  const shows = factsOfTool(name)?.shows;
  return shows === "blocks" || shows === "component";
};

export const isWebTool = (name: string): boolean => factsOfTool(name)?.reaches !== undefined;

export const isBrowserTool = (name: string): boolean => factsOfTool(name)?.reaches === "browser";
