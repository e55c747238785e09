import type { MessagePiece } from "./pieces";

/**
 * The content of one part of a message. `sheet`: the surface that it shows or changes. `isAsked`: it waits or
 * has waited for an answer.
 */
export type RenderedVersion = { sheet: string | undefined; told: MessagePiece[]; isAsked: boolean };

/**
 * Merges the versions of a surface within a message. A changed surface is edited in place if both versions are a
 * single text and no ask is involved, because an edit makes no sound on a phone. Otherwise only its newest
 * version is sent, when the message is complete.
 */
export function inPlace(
  versions: readonly RenderedVersion[],
  how: { canEdit: boolean; isLive: boolean },
): MessagePiece[] {
  const all: RenderedVersion[] = [];
  versions.forEach((version, at) => {
    const { sheet: surface, told, isAsked } = version;
    const first = surface === undefined ? undefined : all.find((one) => one.sheet === surface);
    if (!first) all.push(version);
    else if (isAsked || first.isAsked) all.push(version);
    else if (how.canEdit && isSameShape(first.told, told))
      first.told = told.map(({ content }, nth) => ({ key: first.told[nth]?.key ?? "", content }));
    else if (!how.isLive && !versions.slice(at + 1).some((one) => one.sheet === surface)) all.push(version);
  });
  return all.flatMap(({ told }) => told);
}

const isSameShape = (before: readonly MessagePiece[], after: readonly MessagePiece[]): boolean =>
  before.length === after.length && [...before, ...after].every(({ content }) => !content.file);
