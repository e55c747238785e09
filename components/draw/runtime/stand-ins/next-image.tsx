import type { ComponentProps, CSSProperties } from "react";

type Source = string | { src: string; width?: number; height?: number } | { default: { src: string } };

type Props = Omit<ComponentProps<"img">, "src" | "loading"> & {
  src: Source;
  fill?: boolean;
  loading?: "lazy" | "eager";
  priority?: boolean;
  preload?: boolean;
  quality?: unknown;
  loader?: unknown;
  placeholder?: unknown;
  blurDataURL?: string;
  unoptimized?: boolean;
  overrideSrc?: string;
  onLoadingComplete?: (image: HTMLImageElement) => void;
};

const FILLS: CSSProperties = { position: "absolute", inset: 0, width: "100%", height: "100%" };

/** Replaces next/image: shows the image unchanged, because no server resizes it. */
export default function Image({
  src,
  fill,
  priority,
  preload,
  quality: _quality,
  loader: _loader,
  placeholder: _placeholder,
  blurDataURL: _blur,
  unoptimized: _unoptimized,
  overrideSrc,
  onLoadingComplete,
  onLoad,
  loading = priority || preload ? "eager" : "lazy",
  style,
  width,
  height,
  alt = "",
  ...props
}: Props) {
  const whole = asObject(src);
  return (
    // biome-ignore lint/performance/noImgElement: this replaces Next's component.
    <img
      {...props}
      alt={alt}
      src={overrideSrc ?? whole.src}
      loading={loading}
      width={fill ? undefined : (width ?? whole.width)}
      height={fill ? undefined : (height ?? whole.height)}
      style={fill ? { ...FILLS, ...style } : style}
      onLoad={(event) => {
        onLoad?.(event);
        onLoadingComplete?.(event.currentTarget);
      }}
    />
  );
}

export const getImageProps = ({ src, ...props }: Props) => ({ props: { ...props, ...asObject(src) } });

function asObject(source: Source): { src: string; width?: number; height?: number } {
  if (typeof source === "string") return { src: source };
  return "default" in source ? source.default : source;
}
