let painted = false;

export const hasPainted = (): boolean => painted;

export function markPainted(): void {
  painted = true;
}
