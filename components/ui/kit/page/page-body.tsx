import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

const body = cva("flex flex-col gap-6 px-7 pb-16 max-md:gap-4 max-md:px-3", {
  variants: {
    width: {
      /** 800 px, for texts and forms. */
      text: "max-w-200",
      /** 960 px, for rows with several columns. */
      rows: "w-full max-w-240",
      /** For grids, as wide as the page. */
      full: "",
    },
    under: {
      bar: "pt-2 max-md:pt-5",
      /** The bar of tabs ends with a line, so more space follows. */
      tabs: "pt-6 max-md:pt-4",
    },
  },
  defaultVariants: { width: "text", under: "bar" },
});

/** The column with the content of a page, under its bar. */
export function PageBody({
  width,
  under,
  className,
  ...props
}: ComponentProps<"div"> & VariantProps<typeof body>) {
  return <div className={cn(body({ width, under }), className)} {...props} />;
}
