import type { t as intents } from "@/lib/shared/i18n/en/sharedIntents";
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
  project,
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
  /** For tools that may ask for approval: the key of the text after "before the agent". */
  intent?: keyof typeof intents.messages;
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
  /** The kind of versioned item that `subject` names and whose content a call uses. */
  reads?: Kind;
  makesFor?: string;
  /** True if the tool waits for the user. A call that waits counts as successful. */
  pauses?: true;
  reaches?: "web" | "browser";
  /** How the chat shows a call, if it shows more than a line in a card. */
  shows?: "message" | "question" | "blocks" | "component";
  /** The part of the result that the chat renders, such as an image or a list of links. */
  gives?: "picture" | "screenshot" | "page" | "links" | "copy" | "helper" | "program" | "mail";
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
    intent: "storeValue",
    subject: "key",
    writes: "state",
  },
  delete_state: {
    says: wording("deleteState", "key"),
    intent: "deleteValue",
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
    intent: "createComponent",
    subject: "name",
    writes: "component",
    makesFor: "update_ui_component",
  },
  update_ui_component: {
    says: wording("updateComponent", "name"),
    intent: "updateComponent",
    subject: "name",
    writes: "component",
    isUpdate: true,
  },
  delete_ui_component: {
    says: wording("deleteComponent", "name"),
    intent: "deleteComponent",
    subject: "name",
    writes: "component",
  },
  list_ui_components: { says: wording("listComponents") },
  read_ui_component: { says: wording("readComponent", "name"), subject: "name" },
  create_tool: {
    says: wording("createTool", "name"),
    intent: "createTool",
    subject: "name",
    writes: "tool",
    makesFor: "update_tool",
  },
  update_tool: {
    says: wording("updateTool", "name"),
    intent: "updateTool",
    subject: "name",
    writes: "tool",
    isUpdate: true,
  },
  delete_tool: {
    says: wording("deleteTool", "name"),
    intent: "deleteTool",
    subject: "name",
    writes: "tool",
  },
  enable_tool: {
    says: wording("enableTool", "name"),
    intent: "enableTool",
    subject: "name",
  },
  disable_tool: {
    says: wording("disableTool", "name"),
    intent: "disableTool",
    subject: "name",
  },
  list_tools: { says: wording("listTools") },
  read_tool: { says: wording("readTool", "name"), subject: "name" },
  use_skill: { says: wording("useSkill", "name"), subject: "name", reads: "skill" },
  list_skills: { says: wording("listSkills") },
  run_skill_script: {
    says: wording("runSkillScript", "name"),
    intent: "runProgram",
    subject: "name",
    reads: "skill",
    gives: "program",
  },
  write_skill: {
    says: wording("writeSkill", "name"),
    intent: "writeSkill",
    subject: "name",
    writes: "skill",
  },
  delete_skill: {
    says: wording("deleteSkill", "name"),
    intent: "deleteSkill",
    subject: "name",
    writes: "skill",
  },
  run_sandbox_code: {
    says: wording("runCode"),
    intent: "runCode",
  },
  code: {
    says: programWording,
    intent: "runProgram",
    gives: "program",
  },
  db_sql: {
    says: databaseWording,
    intent: "changeDatabase",
    gives: "copy",
  },
  db_schema: { says: wording("listTables") },
  db_query: {
    says: documents,
    intent: "changeDocuments",
    subject: "collection",
  },
  read_file: { says: wording("readSomeFile"), subject: "file_id" },
  import_sheet: {
    says: wording("importSheet", "sheet"),
    intent: "changeDatabase",
    subject: "sheet",
  },
  update_db_schema: {
    says: wording("noteCollections"),
    intent: "noteCollections",
    writes: "db_schema",
  },
  load_toolset: { says: loadingWording, subject: "id" },
  read_system_prompt: { says: wording("readPrompt") },
  edit_system_prompt: {
    says: wording("editPrompt"),
    intent: "editPrompt",
    writes: "system_prompt",
  },
  read_learned_notes: { says: wording("readNotes") },
  edit_learned_notes: {
    says: wording("editNotes"),
    intent: "editNotes",
    writes: "learned_notes",
  },
  block: {
    says: block("memory"),
    intent: "changeBlock",
    subject: "label",
    writes: "block",
    writtenName: writtenBlock,
  },
  recall: {
    says: block("archive"),
    intent: "changeBlock",
    subject: "label",
    writes: "block",
    writtenName: (input) => `archive:${field(input, "label")}`,
    recalls: "entry",
  },
  memory: {
    says: fact,
    intent: "changeFact",
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
    intent: "editMemory",
    writes: "memory_blob",
  },
  generate_image: {
    says: wording("makeImage"),
    intent: "makeImage",
    gives: "picture",
  },
  edit_image: {
    says: wording("editImage"),
    intent: "editImage",
    gives: "picture",
  },
  board: {
    says: board,
    intent: "changeBoard",
    writes: "board",
    writtenName: (_, output) => field(output, "address")?.split("/").at(-1),
  },
  project: {
    says: project,
    intent: "changeProject",
    writes: "project",
    writtenName: (_, output) => field(output, "address")?.split("/").at(-1),
  },
  manage_cronjob: {
    says: managed("job"),
    intent: "changeJob",
  },
  manage_trigger: {
    says: managed("trigger"),
    intent: "changeTrigger",
  },
  manage_pulse: {
    says: pulse,
    intent: "changeCheckIns",
  },
  whatsapp_read_messages: { says: wording("readWhatsapp") },
  whatsapp_send_message: {
    says: wording("writeWhatsapp", "phone"),
    intent: "writeWhatsapp",
    subject: "phone",
  },
  whatsapp_manage_permission: {
    says: rights,
    intent: "changeRights",
    subject: "phone_number",
  },
  whatsapp_list_permissions: { says: wording("listRights") },
  mail_list_folders: { says: wording("listMailFolders") },
  mail_search: { says: wording("searchMail", "text") },
  mail_read: { says: wording("readMail") },
  mail_save_attachment: { says: wording("saveAttachment"), intent: "saveAttachment" },
  mail_draft: { says: wording("draftMail", "subject"), intent: "draftMail", gives: "mail" },
  mail_send: { says: wording("sendMail", "subject"), intent: "sendMail", gives: "mail" },
  web_search: { says: searched, intent: "send", reaches: "web", gives: "links" },
  fetch_url: {
    says: requested,
    intent: "send",
    subject: "url",
    reaches: "web",
    cites: "address",
  },
  browser_navigate: {
    says: navigated,
    intent: "openAddress",
    subject: "url",
    reaches: "browser",
    gives: "page",
    cites: "open page",
  },
  browser_screenshot: {
    says: at("screenshot", "screenshotOf"),
    intent: "click",
    reaches: "browser",
    gives: "screenshot",
    cites: "open page",
  },
  browser_click: {
    says: element("click", "clickOn"),
    intent: "click",
    reaches: "browser",
  },
  browser_type: {
    says: element("type", "typeInto"),
    intent: "type",
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
    intent: "runInPage",
    reaches: "browser",
    cites: "open page",
  },
  ask_agent: {
    says: askingWording,
    intent: "askAgent",
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
