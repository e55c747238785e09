declare module "papaparse" {
  type Options = { delimiter?: string; newline?: string; delimitersToGuess?: string[]; preview?: number };
  type Result = {
    data: string[][];
    errors: { code: string; row?: number }[];
    meta: { delimiter: string; linebreak: string; cursor: number };
  };
  class Parser {
    constructor(options: Options);
    /** With `leaveLast`, a possibly incomplete last row is left for the next call; it starts at `cursor`. */
    parse(text: string, base: number, leaveLast: boolean): Result;
  }
  const papaparse: { Parser: typeof Parser; parse(text: string, options: Options): Result };
  export default papaparse;
}
