import { t } from "@/lib/shared/i18n/en/sharedIntents";
import type { Kind } from "@/lib/shared/kinds";
import { factsOfOpenCode } from "../code/opencode-facts";
import {
  askingWording,
  block,
  board,
  databaseWording,
  documents,
  fact,
  loadingWording,
  managed,
  programWording,
  pulse,
  rights,
  writtenBlock,
} from "./operation-wording";
import { field } from "./parts";
import { at, element, navigated, requested, type Say, searched, wording } from "./wording";

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
  get_state: { says: wording("getState", "key"), subject: "key" },
  set_state: {
    says: wording("setState", "key"),
    get intent() {
      return t("storeValue");
    },
    subject: "key",
    writes: "state",
  },
  delete_state: {
    says: wording("deleteState", "key"),
    get intent() {
      return t("deleteValue");
    },
    subject: "key",
    writes: "state",
  },
  list_state_keys: { says: wording("listState") },
  send_message: { says: wording("sendMessage"), shows: "message" },
  ask_user: {
    says: wording("askUser"),
    pauses: true,
    shows: "question",
  },
  render_blocks: {
    says: wording("showBlocks"),
    pauses: true,
    shows: "blocks",
  },
  render_and_wait: {
    says: wording("showComponent"),
    subject: "component",
    pauses: true,
    shows: "component",
  },
  describe_blocks: { says: wording("describeBlocks") },
  create_ui_component: {
    says: wording("createComponent", "name"),
    get intent() {
      return t("createComponent");
    },
    subject: "name",
    writes: "component",
    makesFor: "update_ui_component",
  },
  update_ui_component: {
    says: wording("updateComponent", "name"),
    get intent() {
      return t("updateComponent");
    },
    subject: "name",
    writes: "component",
    isUpdate: true,
  },
  delete_ui_component: {
    says: wording("deleteComponent", "name"),
    get intent() {
      return t("deleteComponent");
    },
    subject: "name",
    writes: "component",
  },
  list_ui_components: { says: wording("listComponents") },
  read_ui_component: { says: wording("readComponent", "name"), subject: "name" },
  create_tool: {
    says: wording("createTool", "name"),
    get intent() {
      return t("createTool");
    },
    subject: "name",
    writes: "tool",
    makesFor: "update_tool",
  },
  update_tool: {
    says: wording("updateTool", "name"),
    get intent() {
      return t("updateTool");
    },
    subject: "name",
    writes: "tool",
    isUpdate: true,
  },
  delete_tool: {
    says: wording("deleteTool", "name"),
    get intent() {
      return t("deleteTool");
    },
    subject: "name",
    writes: "tool",
  },
  enable_tool: {
    says: wording("enableTool", "name"),
    get intent() {
      return t("enableTool");
    },
    subject: "name",
  },
  disable_tool: {
    says: wording("disableTool", "name"),
    get intent() {
      return t("disableTool");
    },
    subject: "name",
  },
  list_tools: { says: wording("listTools") },
  read_tool: { says: wording("readTool", "name"), subject: "name" },
  run_sandbox_code: {
    says: wording("runCode"),
    get intent() {
      return t("runCode");
    },
  },
  code: {
    says: programWording,
    get intent() {
      return t("runProgram");
    },
    gives: "program",
  },
  db_sql: {
    says: databaseWording,
    get intent() {
      return t("changeDatabase");
    },
    gives: "copy",
  },
  db_schema: { says: wording("listTables") },
  db_query: {
    says: documents,
    get intent() {
      return t("changeDocuments");
    },
    subject: "collection",
  },
  update_db_schema: {
    says: wording("noteCollections"),
    get intent() {
      return t("noteCollections");
    },
    writes: "db_schema",
  },
  load_toolset: { says: loadingWording, subject: "id" },
  read_system_prompt: { says: wording("readPrompt") },
  edit_system_prompt: {
    says: wording("editPrompt"),
    get intent() {
      return t("editPrompt");
    },
    writes: "system_prompt",
  },
  read_learned_notes: { says: wording("readNotes") },
  edit_learned_notes: {
    says: wording("editNotes"),
    get intent() {
      return t("editNotes");
    },
    writes: "learned_notes",
  },
  block: {
    says: block("memory"),
    get intent() {
      return t("changeBlock");
    },
    subject: "label",
    writes: "block",
    writtenName: writtenBlock,
  },
  recall: {
    says: block("archive"),
    get intent() {
      return t("changeBlock");
    },
    subject: "label",
    writes: "block",
    writtenName: (input) => `archive:${field(input, "label")}`,
    recalls: "entry",
  },
  memory: {
    says: fact,
    get intent() {
      return t("changeFact");
    },
    subject: "content",
    recalls: "facts",
  },
  search: {
    says: wording("searchMemory", "query"),
    subject: "query",
    recalls: "results",
  },
  save_memory: {
    says: wording("editMemory"),
    get intent() {
      return t("editMemory");
    },
    writes: "memory_blob",
  },
  generate_image: {
    says: wording("makeImage"),
    get intent() {
      return t("makeImage");
    },
    gives: "picture",
  },
  edit_image: {
    says: wording("editImage"),
    get intent() {
      return t("editImage");
    },
    gives: "picture",
  },
  board: {
    says: board,
    get intent() {
      return t("changeBoard");
    },
    writes: "board",
    writtenName: (_, output) => field(output, "address")?.split("/").at(-1),
  },
  manage_cronjob: {
    says: managed("job"),
    get intent() {
      return t("changeJob");
    },
  },
  manage_trigger: {
    says: managed("trigger"),
    get intent() {
      return t("changeTrigger");
    },
  },
  manage_pulse: {
    says: pulse,
    get intent() {
      return t("changeCheckIns");
    },
  },
  whatsapp_read_messages: { says: wording("readWhatsapp") },
  whatsapp_send_message: {
    says: wording("writeWhatsapp", "phone"),
    get intent() {
      return t("writeWhatsapp");
    },
    subject: "phone",
  },
  whatsapp_manage_permission: {
    says: rights,
    get intent() {
      return t("changeRights");
    },
    subject: "phone_number",
  },
  whatsapp_list_permissions: { says: wording("listRights") },
  web_search: { says: searched, reaches: "web", gives: "links" },
  fetch_url: {
    says: requested,
    get intent() {
      return t("send");
    },
    subject: "url",
    reaches: "web",
    cites: "address",
  },
  browser_navigate: {
    says: navigated,
    get intent() {
      return t("openAddress");
    },
    subject: "url",
    reaches: "browser",
    gives: "page",
    cites: "open page",
  },
  browser_screenshot: {
    says: at("screenshot", "screenshotOf"),
    reaches: "browser",
    gives: "screenshot",
    cites: "open page",
  },
  browser_click: {
    says: element("click", "clickOn"),
    get intent() {
      return t("click");
    },
    reaches: "browser",
  },
  browser_type: {
    says: element("type", "typeInto"),
    get intent() {
      return t("type");
    },
    reaches: "browser",
  },
  browser_extract_text: {
    says: at("readPage", "readPageIn"),
    reaches: "browser",
    cites: "open page",
  },
  browser_extract_html: {
    says: at("readHtml", "readHtmlIn"),
    reaches: "browser",
    cites: "open page",
  },
  browser_evaluate: {
    says: wording("runInPage"),
    get intent() {
      return t("runInPage");
    },
    reaches: "browser",
    cites: "open page",
  },
  ask_agent: {
    says: askingWording,
    get intent() {
      return t("askAgent");
    },
    gives: "helper",
  },
  browser_close: {
    says: wording("closeBrowser"),
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
