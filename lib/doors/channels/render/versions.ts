import type { ToldPiece } from "./pieces";

/**
 * The content of one part of a message. `sheet`: the surface that it shows or changes. `isAsked`: it waits or
 * has waited for an answer.
 */
export type ToldVersion = { sheet: string | undefined; told: ToldPiece[]; isAsked: boolean };

/**
 * Merges the versions of a surface within a message. A changed surface is edited in place if both versions are a
 * single text and no ask is involved, because an edit makes no sound on a phone. Otherwise only its newest
 * version is sent, when the message is complete.
 */
export function inPlace(
  versions: readonly ToldVersion[],
  how: { canEdit: boolean; isLive: boolean },
): ToldPiece[] {
  const all: ToldVersion[] = [];
  versions.forEach((version, at) => {
    const { sheet, told, isAsked } = version;
    const first = sheet === undefined ? undefined : all.find((one) => one.sheet === sheet);
    if (!first) all.push(version);
    else if (isAsked || first.isAsked) all.push(version);
    else if (how.canEdit && isSameShape(first.told, told))
      first.told = told.map(({ content }, nth) => ({ key: first.told[nth]?.key ?? "", content }));
    else if (!how.isLive && !versions.slice(at + 1).some((one) => one.sheet === sheet)) all.push(version);
  });
  return all.flatMap(({ told }) => told);
}

const isSameShape = (before: readonly ToldPiece[], after: readonly ToldPiece[]): boolean =>
  before.length === after.length && [...before, ...after].every(({ content }) => !content.file);
