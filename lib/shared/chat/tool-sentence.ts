import { field, isRecord, type ToolPart } from "./parts";

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

const WORDINGS: Record<string, Wording> = {
  get_state: { did: "Looked up", does: "Looking up", failed: "Could not look up", name: key },
  set_state: { did: "Stored", does: "Storing", failed: "Could not store", name: key },
  delete_state: { did: "Deleted", does: "Deleting", failed: "Could not delete", name: key },
  list_state_keys: {
    did: "Listed what is stored",
    does: "Listing what is stored",
    failed: "Could not list what is stored",
  },
  send_message: { did: "Sent a message", does: "Writing a message", failed: "Could not send a message" },
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
  create_ui_component: {
    did: "Created the component",
    does: "Creating the component",
    failed: "Could not create the component",
    name: named,
  },
  update_ui_component: {
    did: "Changed the component",
    does: "Changing the component",
    failed: "Could not change the component",
    name: named,
  },
  delete_ui_component: {
    did: "Deleted the component",
    does: "Deleting the component",
    failed: "Could not delete the component",
    name: named,
  },
  list_ui_components: {
    did: "Looked at the components",
    does: "Looking at the components",
    failed: "Could not look at the components",
  },
  read_ui_component: {
    did: "Read the component",
    does: "Reading the component",
    failed: "Could not read the component",
    name: named,
  },
};

/** A tool without a wording of its own is called by its name. */
const general = (toolName: string): Wording => ({
  did: "Used",
  does: "Using",
  failed: "Could not use",
  name: () => toolName,
});

export function sentenceOf({ toolName, state, input, output }: ToolPart): Sentence {
  const wording = WORDINGS[toolName] ?? general(toolName);
  const name = wording.name?.(input, output) ?? (wording.name ? toolName : undefined);
  if (state === "output-denied") return { words: "Was not allowed to use", name: toolName };
  if (state === "output-error") return { words: wording.failed, name };
  return { words: state === "output-available" ? wording.did : wording.does, name };
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
