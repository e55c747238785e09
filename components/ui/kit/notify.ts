import type { ExternalToast } from "sonner";
import { wantToaster } from "./toaster";

/** Duration of a notification with an action, so that the user has time to reach it. */
const OFFERED_MS = 20_000;

/** Shows a notification. Loads the code on first use. */
export async function notify(message: string, options?: ExternalToast): Promise<void> {
  const toast = await loadToast();
  toast(message, lasting(options));
}

export async function notifyProblem(message: string, options?: ExternalToast): Promise<void> {
  const toast = await loadToast();
  toast.error(message, lasting(options));
}

export async function dismiss(id: string): Promise<void> {
  const toast = await loadToast();
  toast.dismiss(id);
}

async function loadToast() {
  const [{ toast }] = await Promise.all([import("sonner"), wantToaster()]);
  return toast;
}

const lasting = (options?: ExternalToast): ExternalToast | undefined =>
  options?.action ? { duration: OFFERED_MS, ...options } : options;
