let painted = false;

/** Whether the component has been drawn once. */
export const hasPainted = (): boolean => painted;

export function markPainted(): void {
  painted = true;
}
