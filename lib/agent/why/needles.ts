import type { Subject } from "./subject";
import { needlesOfValue } from "./values";

const MAX_NEEDLES = 60;
const MIN_CHARS = 2;

/**
 * Returns strings of which every stored message that explains the subject contains at least one, with few exceptions.
 * The database finds these messages without sending the others.
 */
export function needlesOf(subject: Subject): string[] {
  const all =
    subject.kind === "many"
      ? subject.rows.flatMap(([first]) => (first ? needlesOfValue(first) : []))
      : [...needlesOfValue(subject.main), ...(subject.kind === "text" ? subject.links : [])];
  return [...new Set(all)].filter(({ length }) => length >= MIN_CHARS).slice(0, MAX_NEEDLES);
}
