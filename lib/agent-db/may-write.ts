/** Whether SQL may change anything, as far as its text tells. */
export const mayWrite = (sql: string): boolean => WRITES.test(sql.replace(NO_CODE, " "));

/** Comments, texts and quoted names, as SQLite reads them from left to right. */
const NO_CODE = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/g;

/** `replace(` is a function. */
const WRITES =
  /\b(?:insert|create|update|delete|drop|alter|pragma|attach|detach|vacuum|reindex|analyze|replace(?!\s*\())\b/i;
