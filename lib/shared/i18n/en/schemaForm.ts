import { english } from "../translate.ts";

export const t = english("schemaForm", {
  notANumber: "Not a number",
  invalidJson: "Invalid JSON: {message}",
  enterNumber: "Enter a number",
  chooseOne: "Choose one",
  chooseSome: "Choose at least one",
  enterJson: "Enter JSON",
  enterObject: "Enter one object: '{' … '}'",
});
