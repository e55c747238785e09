import { english } from "../translate.ts";

export const t = english("markdown", {
  task: "Task",
  formula: "Formula",
  copyTable: "Copy the table",
});
