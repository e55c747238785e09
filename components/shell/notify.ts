import type { ExternalToast } from "sonner";

/** Says something beside the page, with the code for it fetched when it is first needed. */
export async function notify(message: string, options?: ExternalToast): Promise<void> {
  const { toast } = await import("sonner");
  toast(message, options);
}

export async function notifyProblem(message: string, options?: ExternalToast): Promise<void> {
  const { toast } = await import("sonner");
  toast.error(message, options);
}

export async function dismiss(id: string): Promise<void> {
  const { toast } = await import("sonner");
  toast.dismiss(id);
}
