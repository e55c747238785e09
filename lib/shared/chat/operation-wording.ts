import { field, isRecord } from "./parts";
import { type Say, say, wording } from "./wording";

/* Descriptions of calls that depend on the input or the result. */

export const databaseWording: Say = (input, output, toolName) => {
  const asked = wording("Asked", "Asking", "ask", "its database")(input, output, toolName);
  const nothing = isRecord(output) && "changes" in output ? "Changed nothing in its database" : asked.did;
  return { ...asked, did: field(output, "done") ?? nothing };
};

const OPERATION: Record<string, [did: string, does: string, to: string]> = {
  insert: ["Added to", "Adding to", "add to"],
  update: ["Changed", "Changing", "change"],
  delete: ["Deleted from", "Deleting from", "delete from"],
  create: ["Changed", "Changing", "change"],
  list: ["Listed", "Listing", "list"],
};

/** Describes an operation on documents by its leading verb. Every other operation is a query. */
export const documents: Say = (input, output, toolName) => {
  const operation = field(input, "operation") ?? "";
  const verb = /^[a-z]+/.exec(operation)?.[0] ?? "";
  const [did, does, to] = OPERATION[verb] ?? ["Looked into", "Looking into", "look into"];
  const collection = field(input, "collection");
  const what = verb === "list" || !collection ? "its collections" : `the collection ${collection}`;
  return wording(did, does, to, what)(input, output, toolName);
};

export const loadingWording: Say = (input, output, toolName) => {
  const asked = field(input, "words");
  if (asked) return say("Looked for", "Looking for", "look for", `tools for “${asked}”`);
  return wording("Loaded", "Loading", "load", "the tools of", "id")(input, output, toolName);
};

export const fixed =
  (did: string, does: string, failed: string): Say =>
  () => ({ did, does, failed });

const ACTIONS: Record<string, [did: string, does: string, to: string]> = {
  create: ["Made", "Making", "make"],
  update: ["Changed", "Changing", "change"],
  delete: ["Deleted", "Deleting", "delete"],
  toggle: ["Switched", "Switching", "switch"],
};

/**
 * Describes a call of a tool that has an `action` field. A call with an unknown or missing action counts as one
 * that only reads.
 */
export const managed =
  (one: string, all: string): Say =>
  (input, output, toolName) => {
    const name = field(output, "name") ?? field(input, "name");
    const [did, does, to] = ACTIONS[field(input, "action") ?? ""] ?? ["Looked at", "Looking at", "look at"];
    const what = to === "look at" ? all : name ? `${one} “${name}”` : one;
    return wording(did, does, to, what)(input, output, toolName);
  };

const BLOCK: Record<string, [did: string, does: string, to: string]> = {
  append: ["Added to", "Adding to", "add to"],
  replace: ["Changed", "Changing", "change"],
  archive: ["Archived", "Archiving", "archive"],
  load: ["Restored", "Restoring", "restore"],
  swap: ["Swapped in", "Swapping in", "swap in"],
  insert: ["Archived", "Archiving", "archive"],
  read: ["Read", "Reading", "read"],
  delete: ["Deleted", "Deleting", "delete"],
};

export const block =
  (what: string): Say =>
  (input, output, toolName) => {
    const operation = field(input, "operation") ?? "";
    const [did, does, to] = BLOCK[operation] ?? ["Changed", "Changing", "change"];
    const about = operation === "insert" ? "in its memory" : what;
    return wording(
      did,
      does,
      to,
      about,
      operation === "swap" ? "load_label" : "label",
    )(input, output, toolName);
  };

/** Returns the stored name of the block that a call writes. Archived blocks have the prefix `archive:`. */
export const writtenBlock = (input: unknown): string | undefined => {
  const label = field(input, "label");
  switch (field(input, "operation")) {
    case "archive":
      return `archive:${field(input, "archival_label") ?? label}`;
    case "load":
      return field(input, "new_label") ?? label;
    case "swap":
      return field(input, "load_label");
    default:
      return label;
  }
};

export const pulse: Say = (input, output, toolName) => {
  const action = field(input, "action");
  if (action === "get_config")
    return wording("Looked at", "Looking at", "look at", "the check-ins")(input, output, toolName);
  const what = action === "update_notes" ? "notes for its next check-in" : "the check-ins";
  return wording("Changed", "Changing", "change", what)(input, output, toolName);
};

const BOARD: Record<string, [did: string, does: string, to: string]> = {
  pin: ["Put something on", "Putting something on", "put something on"],
  place: ["Moved a tile on", "Moving a tile on", "move a tile on"],
  update: ["Changed a tile on", "Changing a tile on", "change a tile on"],
  unpin: ["Removed a tile from", "Removing a tile from", "remove a tile from"],
};

export const board: Say = (input, output, toolName) => {
  const [did, does, to] = BOARD[field(input, "action") ?? ""] ?? ["Looked at", "Looking at", "look at"];
  const name = field(output, "board") ?? field(input, "board");
  return wording(did, does, to, name ? `the board “${name}”` : "the boards")(input, output, toolName);
};

const RIGHTS: Record<string, [did: string, does: string, to: string]> = {
  grant: ["Gave rights to", "Giving rights to", "give rights to"],
  update: ["Changed the rights of", "Changing the rights of", "change the rights of"],
  revoke: ["Revoked the rights of", "Revoking the rights of", "revoke the rights of"],
  remove: ["Removed", "Removing", "remove"],
};

export const rights: Say = (input, output, toolName) => {
  const [did, does, to] = RIGHTS[field(input, "action") ?? ""] ?? ["Changed", "Changing", "change"];
  const who = field(input, "display_name") ?? field(output, "display_name") ?? field(input, "phone_number");
  return wording(did, does, to, who || "a contact")(input, output, toolName);
};

const FACT_ACTIONS: Record<string, [did: string, does: string, to: string, what: string]> = {
  store: ["Remembered", "Remembering", "remember", "a fact"],
  forget: ["Forgot", "Forgetting", "forget", "a fact"],
  list: ["Looked at", "Looking at", "look at", "its facts"],
};

const RECALLED = ["Recalled", "Recalling", "recall", "facts"] as const;

export const fact: Say = (input, output, toolName) => {
  const [did, does, to, what] = FACT_ACTIONS[field(input, "action") ?? ""] ?? RECALLED;
  return wording(did, does, to, what)(input, output, toolName);
};

const PROGRAM: Record<string, [did: string, does: string, to: string]> = {
  generate: ["Started to write", "Starting to write", "start to write"],
  status: ["Looked at", "Looking at", "look at"],
};

export const programWording: Say = (input, output, toolName) => {
  const [did, does, to] = PROGRAM[field(input, "action") ?? ""] ?? ["Ran", "Running", "run"];
  const phrase = wording(did, does, to, "a program")(input, output, toolName);
  const hasFailed = isRecord(output) && output.success === false;
  return hasFailed ? { ...phrase, did: `${phrase.did}, which failed` } : phrase;
};

const ASKED = ["Asked", "Asking", "ask"] as const;
const SENT_OFF = ["Started", "Starting", "start"] as const;

export const askingWording: Say = (input, output, toolName) => {
  const agent = field(input, "agent") ?? "an agent";
  const [did, does, to] = isRecord(output) && "job_id" in output ? SENT_OFF : ASKED;
  return wording(
    did,
    does,
    to,
    agent.toLowerCase() === "self" ? "a subagent" : agent,
  )(input, output, toolName);
};
