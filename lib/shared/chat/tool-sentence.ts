import { field, isRecord, type ToolPart } from "./parts";
import { webWording } from "./web-sentence";
import { isWebTool } from "./web-tools";

/** A tool call in words. The piece after the words is a name that the agent uses, and stands in mono. */
export type Sentence = { words: string; name?: string };

type Wording = {
  did: string;
  does: string;
  failed: string;
  name?: (input: unknown, output: unknown) => string | undefined;
};

const key = (input: unknown) => field(input, "key");
const named = (input: unknown) => field(input, "name");

/** "Looked up", "Looking up", "Could not look up", each with what it is about. */
const words = (did: string, does: string, to: string, what = "", name?: Wording["name"]): Wording => {
  const about = what && ` ${what}`;
  return { did: did + about, does: does + about, failed: `Could not ${to}${about}`, ...(name && { name }) };
};

const WORDINGS: Record<string, Wording> = {
  get_state: words("Looked up", "Looking up", "look up", "", key),
  set_state: words("Stored", "Storing", "store", "", key),
  delete_state: words("Deleted", "Deleting", "delete", "", key),
  list_state_keys: words("Listed", "Listing", "list", "what is stored"),
  send_message: words("Sent", "Writing", "send", "a message"),
  ask_user: { did: "Asked you", does: "Writing a question", failed: "Could not ask" },
  render_blocks: {
    did: "Put something on the canvas",
    does: "Painting on the canvas",
    failed: "Could not paint on the canvas",
  },
  render_and_wait: {
    did: "Put a component on the canvas",
    does: "Building a component",
    failed: "Could not show a component",
  },
  create_ui_component: words("Created", "Creating", "create", "the component", named),
  update_ui_component: words("Changed", "Changing", "change", "the component", named),
  delete_ui_component: words("Deleted", "Deleting", "delete", "the component", named),
  list_ui_components: words("Looked at", "Looking at", "look at", "the components"),
  read_ui_component: words("Read", "Reading", "read", "the component", named),
  create_tool: words("Made", "Making", "make", "the tool", named),
  update_tool: words("Changed", "Changing", "change", "the tool", named),
  delete_tool: words("Deleted", "Deleting", "delete", "the tool", named),
  enable_tool: words("Switched on", "Switching on", "switch on", "the tool", named),
  disable_tool: words("Switched off", "Switching off", "switch off", "the tool", named),
  list_tools: words("Looked at", "Looking at", "look at", "its tools"),
  read_tool: words("Read", "Reading", "read", "the tool", named),
  run_sandbox_code: words("Ran", "Running", "run", "code in the sandbox"),
  db_sql: words("Asked", "Asking", "ask", "its database"),
  db_schema: words("Looked at", "Looking at", "look at", "its tables"),
  load_toolset: words("Loaded", "Loading", "load", "the tools of", (input) => field(input, "id")),
  read_system_prompt: words("Read", "Reading", "read", "its prompt"),
  edit_system_prompt: words("Changed", "Changing", "change", "its prompt"),
  read_learned_notes: words("Read", "Reading", "read", "its notes"),
  edit_learned_notes: words("Changed", "Changing", "change", "its notes"),
  generate_image: words("Made", "Making", "make", "an image"),
  edit_image: words("Edited", "Editing", "edit", "an image"),
};

/** A tool that is none of Easel's: the agent or the person has written it. */
export const isOwnTool = ({ toolName }: Pick<ToolPart, "toolName">): boolean =>
  !Object.hasOwn(WORDINGS, toolName) && !isWebTool(toolName);

/** A tool without a wording of its own is called by its name. */
const general = (toolName: string): Wording => ({
  did: "Used",
  does: "Using",
  failed: "Could not use",
  name: () => toolName,
});

export function sentenceOf({ toolName, state, input, output, isApproved }: ToolPart): Sentence {
  if (state === "approval-responded")
    return { words: isApproved ? "You allowed" : "You did not allow", name: toolName };
  if (state === "output-denied") return { words: "Was not allowed to use", name: toolName };
  const { did, does, failed, name } = webWording(toolName, input, output) ?? said(toolName, input, output);
  if (state === "output-error") return { words: failed, name };
  return { words: state === "output-available" ? did : does, name };
}

function said(toolName: string, input: unknown, output: unknown) {
  const wording = WORDINGS[toolName] ?? general(toolName);
  return { ...wording, name: wording.name && (wording.name(input, output) ?? toolName) };
}

/** What an answered ask says in the chat: "You answered Blue". */
export function answerText(output: unknown): string | undefined {
  const answer = field(output, "answer");
  if (answer !== undefined) return answer;
  if (!isRecord(output) || output.action !== "submit" || !isRecord(output.data)) return undefined;
  return Object.values(output.data)
    .filter((value) => value !== null && value !== "" && typeof value !== "object")
    .map(String)
    .join(", ");
}
