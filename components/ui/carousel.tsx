"use client";

import useEmblaCarousel, { type UseEmblaCarouselType } from "embla-carousel-react";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { type ComponentProps, createContext, type KeyboardEvent, use, useEffect, useState } from "react";
import { t } from "@/lib/shared/i18n/en/ui";
import { Button, type ButtonProps } from "./button";
import { cn } from "./cn";

export type CarouselApi = UseEmblaCarouselType[1];

type CarouselProps = ComponentProps<"section"> & {
  opts?: Parameters<typeof useEmblaCarousel>[0];
  plugins?: Parameters<typeof useEmblaCarousel>[1];
  orientation?: "horizontal" | "vertical";
  setApi?: (api: CarouselApi) => void;
};

type CarouselState = {
  carouselRef: UseEmblaCarouselType[0];
  api: CarouselApi;
  orientation: "horizontal" | "vertical";
  scrollPrev: () => void;
  scrollNext: () => void;
  canScrollPrev: boolean;
  canScrollNext: boolean;
};

const CarouselContext = createContext<CarouselState | null>(null);

export function useCarousel(): CarouselState {
  const carousel = use(CarouselContext);
  if (!carousel) throw new Error("useCarousel must be used within a <Carousel />.");
  return carousel;
}

/** Adds space at the sides for the arrow buttons if they are direct children. */
export function Carousel({
  orientation = "horizontal",
  opts,
  plugins,
  setApi,
  className,
  children,
  ...props
}: CarouselProps) {
  const axis = orientation === "horizontal" ? "x" : "y";
  const [carouselRef, api] = useEmblaCarousel({ ...opts, axis }, plugins);
  const [can, setCan] = useState({ prev: false, next: false });

  useEffect(() => {
    if (!api) return;
    const look = () => setCan({ prev: api.canScrollPrev(), next: api.canScrollNext() });
    look();
    api.on("reInit", look).on("select", look);
    return () => {
      api.off("reInit", look).off("select", look);
    };
  }, [api]);
  useEffect(() => {
    if (api) setApi?.(api);
  }, [api, setApi]);

  const scrollPrev = () => api?.scrollPrev();
  const scrollNext = () => api?.scrollNext();
  const onKeyDown = (event: KeyboardEvent) => {
    // Inside a field, the arrow keys move the cursor.
    if (event.target instanceof Element && event.target.matches("input, textarea, select")) return;
    const [back, on] = axis === "x" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    if (event.key !== back && event.key !== on) return;
    event.preventDefault();
    if (event.key === back) scrollPrev();
    else scrollNext();
  };
  return (
    <CarouselContext
      value={{
        carouselRef,
        api,
        orientation,
        scrollPrev,
        scrollNext,
        canScrollPrev: can.prev,
        canScrollNext: can.next,
      }}
    >
      <section
        data-slot="carousel"
        aria-label={t("slides")}
        aria-roledescription={t("carousel")}
        onKeyDownCapture={onKeyDown}
        className={cn(
          "relative",
          axis === "x" ? "has-[>[data-carousel-arrow]]:px-10" : "has-[>[data-carousel-arrow]]:py-10",
          className,
        )}
        {...props}
      >
        {children}
      </section>
    </CarouselContext>
  );
}

export function CarouselContent({ className, ...props }: ComponentProps<"div">) {
  const { carouselRef, orientation } = useCarousel();
  return (
    <div ref={carouselRef} data-slot="carousel-content" className="overflow-hidden">
      <div
        className={cn("flex", orientation === "horizontal" ? "-ml-4" : "-mt-4 flex-col", className)}
        {...props}
      />
    </div>
  );
}

export function CarouselItem({ className, ...props }: ComponentProps<"div">) {
  const { orientation } = useCarousel();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is not a group of fields
    <div
      role="group"
      aria-roledescription={t("slide")}
      data-slot="carousel-item"
      className={cn(
        "min-w-0 shrink-0 grow-0 basis-full",
        orientation === "horizontal" ? "pl-4" : "pt-4",
        className,
      )}
      {...props}
    />
  );
}

const arrow = "absolute rounded-full";

export function CarouselPrevious({ className, variant = "outline", size = "icon", ...props }: ButtonProps) {
  const { orientation, scrollPrev, canScrollPrev } = useCarousel();
  return (
    <Button
      data-slot="carousel-previous"
      data-carousel-arrow
      aria-label={t("previousSlide")}
      variant={variant}
      size={size}
      disabled={!canScrollPrev}
      onClick={scrollPrev}
      className={cn(
        arrow,
        orientation === "horizontal"
          ? "top-1/2 left-0 -translate-y-1/2"
          : "top-0 left-1/2 -translate-x-1/2 rotate-90",
        className,
      )}
      {...props}
    >
      <ArrowLeft aria-hidden />
    </Button>
  );
}

export function CarouselNext({ className, variant = "outline", size = "icon", ...props }: ButtonProps) {
  const { orientation, scrollNext, canScrollNext } = useCarousel();
  return (
    <Button
      data-slot="carousel-next"
      data-carousel-arrow
      aria-label={t("nextSlide")}
      variant={variant}
      size={size}
      disabled={!canScrollNext}
      onClick={scrollNext}
      className={cn(
        arrow,
        orientation === "horizontal"
          ? "top-1/2 right-0 -translate-y-1/2"
          : "bottom-0 left-1/2 -translate-x-1/2 rotate-90",
        className,
      )}
      {...props}
    >
      <ArrowRight aria-hidden />
    </Button>
  );
}
