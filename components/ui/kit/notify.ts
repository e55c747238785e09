import type { ExternalToast } from "sonner";

/** A notice with something to press stays until one has read it and got there. */
const OFFERED_MS = 20_000;

/** Says something beside the page, with the code for it fetched when it is first needed. */
export async function notify(message: string, options?: ExternalToast): Promise<void> {
  const { toast } = await import("sonner");
  toast(message, lasting(options));
}

export async function notifyProblem(message: string, options?: ExternalToast): Promise<void> {
  const { toast } = await import("sonner");
  toast.error(message, lasting(options));
}

export async function dismiss(id: string): Promise<void> {
  const { toast } = await import("sonner");
  toast.dismiss(id);
}

const lasting = (options?: ExternalToast): ExternalToast | undefined =>
  options?.action ? { duration: OFFERED_MS, ...options } : options;
