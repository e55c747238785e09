import type { ReactNode } from "react";

type ImageFrameProps = {
  ratio?: number;
  caption?: ReactNode;
  children?: ReactNode;
};

/** Frame of an image in the chat. It has its final height before the image loads, to avoid a layout shift. */
export function ImageFrame({ ratio = 1, caption, children }: ImageFrameProps) {
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
