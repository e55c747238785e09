const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** A statement without its comments and with its quoted texts and names emptied: what is left are keywords. */
export const bare = (sql) => sql.replace(QUOTED, (text) => (/^(--|\/\*)/.test(text) ? " " : ' "" '));

const BLANK = /[\s;]+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;

/** Whether there is no statement in it. */
export function isBlank(sql) {
  for (let at = 0; at < sql.length; at = BLANK.lastIndex) {
    BLANK.lastIndex = at;
    if (!BLANK.test(sql)) return false;
  }
  return true;
}

/** The first word, in lower case. */
export const verbOf = (keywords) => /^[\s;]*(\w*)/.exec(keywords)[1].toLowerCase();

/** How many values its placeholders take, or the name of one that is not positional. */
export function placeholdersOf(keywords) {
  let most = 0;
  for (const [text, number] of keywords.matchAll(/\?(\d*)|[:@$]\w+/g)) {
    if (number === undefined) return text;
    most = number === "" ? most + 1 : Math.max(most, Number(number));
  }
  return most;
}
