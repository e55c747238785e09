import { act } from "@testing-library/react";
import { toast } from "sonner";

const titledToasts = () => toast.getToasts().flatMap((one) => ("title" in one ? [one] : []));

export const notices = (): unknown[] => titledToasts().map(({ title }) => title);

export function pressNotice(label: string): void {
  const offered = titledToasts()
    .flatMap(({ action, cancel }) => [action, cancel])
    .find(
      (action) =>
        typeof action === "object" && action !== null && "label" in action && action.label === label,
    );
  if (!offered || typeof offered !== "object" || !("onClick" in offered))
    throw new Error(`No notice offers ${label}`);
  act(() => offered.onClick({} as never));
}
