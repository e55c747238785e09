import { toast } from "sonner";

type Options = { text?: string; duration?: number; onClick?: () => void; callback?: () => void };

export default function Toastify({ text = "", duration = 3_000, onClick, callback }: Options) {
  let id: string | number | undefined;
  const shown = {
    showToast() {
      const action = onClick && { label: "Open", onClick };
      id = toast(text, { duration: duration < 0 ? Infinity : duration, action, onAutoClose: callback });
      return shown;
    },
    hideToast: () => void toast.dismiss(id),
  };
  return shown;
}
