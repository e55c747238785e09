const WIDTH = 50;

/**
 * Terms put together by an operator that groups as one likes (OR, AND, ||), in brackets of brackets: SQLite refuses a
 * flat row of a thousand.
 */
export function joinedTerms(terms: string[], operator: string): string {
  if (terms.length <= WIDTH) return `(${terms.join(` ${operator} `)})`;
  const groups = Array.from({ length: Math.ceil(terms.length / WIDTH) }, (_, at) =>
    joinedTerms(terms.slice(at * WIDTH, (at + 1) * WIDTH), operator),
  );
  return joinedTerms(groups, operator);
}
