/**
 * Whether SQL may change or delete what was there, as far as its text tells: rows and tables that are new may come; what
 * would act later, such as a trigger, counts as well.
 */
export const overwrites = (sql: string): boolean => ACTS.test(sql.replace(NO_CODE, " "));

/** Comments, texts and quoted names, as SQLite reads them from left to right. */
const NO_CODE = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/g;

/** `replace(` is a function. */
const ACTS =
  /\b(?:update|delete|drop|alter|rename|truncate|pragma|attach|detach|vacuum|reindex|trigger|replace(?!\s*\())\b/i;
