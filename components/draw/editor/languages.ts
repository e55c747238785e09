import { javascript, javascriptLanguage } from "@codemirror/lang-javascript";
import type { Extension } from "@codemirror/state";

/** What is written in an editor. JSON is an expression of JavaScript. */
export const languages = {
  tsx: javascript({ jsx: true, typescript: true }),
  js: javascript(),
  json: javascriptLanguage.configure({ top: "SingleExpression" }),
} as const satisfies Record<string, Extension>;

export type Language = keyof typeof languages;
