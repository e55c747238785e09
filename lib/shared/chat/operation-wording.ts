import { t } from "@/lib/shared/i18n/en/sharedChat";
import { field, isRecord } from "./parts";
import { type CallKey, type OperationKey, type Say, say, sayOn } from "./wording";

/* Descriptions of calls that depend on the input or the result. */

export const databaseWording: Say = (_, output) => {
  const asked = say("queryDatabase");
  const nothing = isRecord(output) && "changes" in output ? t("databaseUnchanged") : asked.did;
  return { ...asked, did: field(output, "done") ?? nothing };
};

/** Returns the entry with the name in an input field, without those of `Object.prototype`. */
const chosen = <T>(choices: Readonly<Record<string, T>>, name = ""): T | undefined =>
  Object.hasOwn(choices, name) ? choices[name] : undefined;

const OPERATIONS: Record<string, OperationKey> = {
  insert: "insertInto",
  update: "change",
  delete: "deleteFrom",
  create: "change",
  list: "list",
};

/** Describes an operation on documents by its leading verb. Every other operation is a query. */
export const documents: Say = (input) => {
  const verb = /^[a-z]+/.exec(field(input, "operation") ?? "")?.[0] ?? "";
  const collection = field(input, "collection");
  const what = verb === "list" || !collection ? t("itsCollections") : t("collection", { collection });
  return sayOn(chosen(OPERATIONS, verb) ?? "lookInto", what);
};

export const loadingWording: Say = (input, _, toolName) => {
  const asked = field(input, "words");
  if (asked) return sayOn("findTools", asked);
  return { ...say("loadToolset"), name: field(input, "id") ?? toolName };
};

const ACTIONS: Record<string, OperationKey> = {
  create: "make",
  update: "change",
  delete: "delete",
  toggle: "switch",
};

/**
 * Describes a call of a tool that has an `action` field. A call with an unknown or missing action counts as one
 * that only reads.
 */
export const managed =
  (kind: "job" | "trigger"): Say =>
  (input, output) => {
    const key = chosen(ACTIONS, field(input, "action"));
    if (!key) return sayOn("lookAt", t("allManaged", { kind }));
    const name = field(output, "name") ?? field(input, "name");
    return sayOn(key, name ? t("managedNamed", { kind, name }) : t("managed", { kind }));
  };

const BLOCKS: Record<string, OperationKey> = {
  append: "insertInto",
  replace: "change",
  archive: "archive",
  load: "restore",
  swap: "swapIn",
  insert: "archive",
  read: "read",
  delete: "delete",
};

export const block =
  (place: "memory" | "archive"): Say =>
  (input, _, toolName) => {
    const operation = field(input, "operation");
    const what = operation === "insert" ? t("inItsMemory") : t("blockIn", { place });
    return {
      ...sayOn(chosen(BLOCKS, operation) ?? "change", what),
      name: field(input, operation === "swap" ? "load_label" : "label") ?? toolName,
    };
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

export const pulse: Say = (input) => {
  const action = field(input, "action");
  if (action === "get_config") return say("readCheckIns");
  return say(action === "update_notes" ? "noteForCheckIn" : "editCheckIns");
};

const BOARD: Record<string, OperationKey> = {
  pin: "pinTo",
  place: "moveTile",
  update: "changeTile",
  unpin: "removeTile",
};

export const board: Say = (input, output) => {
  const name = field(output, "board") ?? field(input, "board");
  return sayOn(
    chosen(BOARD, field(input, "action")) ?? "lookAt",
    name ? t("board", { name }) : t("theBoards"),
  );
};

const PROJECT: Record<string, OperationKey> = { create: "make", update: "change", move: "insertInto" };

export const project: Say = (input, output) => {
  const name = field(output, "project") ?? field(input, "project");
  return sayOn(
    chosen(PROJECT, field(input, "action")) ?? "lookAt",
    name ? t("project", { name }) : t("theProjects"),
  );
};

const RIGHTS: Record<string, OperationKey> = {
  grant: "grantRights",
  update: "changeRights",
  revoke: "revokeRights",
  remove: "remove",
};

export const rights: Say = (input, output) => {
  const who = field(input, "display_name") ?? field(output, "display_name") ?? field(input, "phone_number");
  return sayOn(chosen(RIGHTS, field(input, "action")) ?? "change", who || t("aContact"));
};

const FACT_ACTIONS: Record<string, CallKey> = { store: "storeFact", forget: "forgetFact", list: "listFacts" };

export const fact: Say = (input) => say(chosen(FACT_ACTIONS, field(input, "action")) ?? "recallFacts");

const PROGRAM: Record<string, CallKey> = { generate: "writeProgram", status: "readProgram" };

export const programWording: Say = (input, output) => {
  const phrase = say(chosen(PROGRAM, field(input, "action")) ?? "runProgram");
  const hasFailed = isRecord(output) && output.success === false;
  return hasFailed ? { ...phrase, did: t("programFailed", { did: phrase.did }) } : phrase;
};

export const askingWording: Say = (input, output) => {
  const agent = field(input, "agent") ?? t("anAgent");
  const key = isRecord(output) && "job_id" in output ? "start" : "ask";
  return sayOn(key, agent.toLowerCase() === "self" ? t("aSubagent") : agent);
};
