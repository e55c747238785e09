import type { ReactNode } from "react";

type PictureFrameProps = {
  /** Width by height of what is in it. */
  ratio?: number;
  caption?: ReactNode;
  children?: ReactNode;
};

/** The place of a picture in the chat, as high before it is there as afterwards, so that nothing moves when it comes. */
export function PictureFrame({ ratio = 1, caption, children }: PictureFrameProps) {
  return (
    <figure className="flex flex-col gap-1">
      <div
        className="flex h-80 max-w-full items-center justify-center overflow-hidden rounded-in bg-fill"
        style={{ aspectRatio: ratio }}
      >
        {children}
      </div>
      <figcaption className="flex min-h-8 items-center gap-1 max-md:min-h-11">{caption}</figcaption>
    </figure>
  );
}
