const COLOURS =
  "red orange amber yellow lime green emerald teal cyan sky blue indigo violet purple fuchsia pink rose slate gray zinc neutral stone".split(
    " ",
  );
const SHADES = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950].map(String);
const SIZES = ["xs", "sm", "base", "md", "lg", "xl", "2xl", "3xl", "4xl", "5xl", "6xl", "7xl", "full"];
const NUMBERS = [
  ...Array.from({ length: 13 }, (_, index) => index),
  14,
  16,
  20,
  24,
  28,
  32,
  36,
  40,
  48,
  64,
].map(String);

/**
 * A class name in a template literal with `${…}` holes: `bg-${colour}-500`, `hover:text-${c}`,
 * `col-span-${n}/50`.
 */
const IN_TEMPLATE = /(?<=^|[\s`"'])[\w:[\]@/.-]*[a-z:[]-?\$\{[^{}`]*\}(?:[\w/.%\]-]|\$\{[^{}`]*\})*/g;
/** A class name built by concatenation: `"bg-" + colour + "-500"`. */
const GLUED =
  /(["'])((?:[^"'\n]* )?[\w:-]+-)\1\s*\+\s*[\w.$?()[\]"']+(?:\s*\+\s*(["'])(-[\w/]+)[^"'\n]*\3)?/g;
const TEMPLATE = /`(?:[^`\\]|\\.)*`/gs;
const WORD = /(["'])([\w./%-]{1,24})\1|\b([a-z][\w]{0,23})\s*:/g;
const HOLE = "\0";
const MAX_CLASSES = 3_000;

/**
 * Returns classes that the component may build at run time. Fills each hole with the theme's colours, shades,
 * sizes and numbers, and with strings and keys of the source. Tailwind drops the results that are not classes.
 */
export function dynamicClasses(js: string): string[] {
  const templates = (js.match(TEMPLATE) ?? []).flatMap((each) => each.match(IN_TEMPLATE) ?? []);
  const glued = [...js.matchAll(GLUED)].map(
    ([, , start = "", , end = ""]) => `${start.split(" ").at(-1)}${HOLE}${end}`,
  );
  const patterns = new Set([...templates, ...glued].map((each) => each.replace(/\$\{[^{}`]*\}/g, HOLE)));
  if (patterns.size === 0) return [];
  const words = [...js.matchAll(WORD)].map(([, , text, key]) => text ?? key ?? "");
  const found = new Set<string>();
  for (const pattern of patterns) {
    for (const each of fill(pattern, [...new Set(words)].slice(0, 300))) {
      found.add(each);
      if (found.size >= MAX_CLASSES) return [...found];
    }
  }
  return [...found];
}

function* fill(pattern: string, words: string[]): Generator<string> {
  const [start = "", middle, end] = pattern.split(HOLE);
  if (middle === undefined) return;
  if (end === undefined) {
    const isShaded = new RegExp(`-(${COLOURS.join("|")})-$`).test(start);
    const likely = isShaded ? SHADES : /^-\d/.test(middle) ? COLOURS : [...SIZES, ...NUMBERS, ...shaded()];
    for (const each of [...likely, ...words]) yield start + each + middle;
    return;
  }
  // Two holes, as in `bg-${c}-${shade}`, are filled with a colour and its shade.
  for (const colour of COLOURS) for (const shade of SHADES) yield `${start}${colour}${middle}${shade}${end}`;
}

const shaded = () => COLOURS.flatMap((colour) => SHADES.map((shade) => `${colour}-${shade}`));
