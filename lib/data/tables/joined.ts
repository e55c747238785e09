const WIDTH = 50;

/**
 * Joins terms with an associative operator (OR, AND, ||) in nested parentheses, because SQLite limits the
 * expression depth to 1,000.
 */
export function joinedTerms(terms: string[], operator: string): string {
  if (terms.length <= WIDTH) return `(${terms.join(` ${operator} `)})`;
  const groups = Array.from({ length: Math.ceil(terms.length / WIDTH) }, (_, at) =>
    joinedTerms(terms.slice(at * WIDTH, (at + 1) * WIDTH), operator),
  );
  return joinedTerms(groups, operator);
}
