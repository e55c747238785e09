import { withoutHidden } from "@/lib/shared/blocks/hidden-fields";
import { answerText } from "@/lib/shared/chat/tool-sentence";
import { t } from "@/lib/shared/i18n/en/chat";
import type { Answering } from "./client/state";

type ElsewhereProps = {
  answering: Answering | undefined;
  input: unknown;
  output: unknown;
  className?: string;
};

/**
 * Says that an answer from elsewhere arrived first. Renders nothing if that answer equals the user's, for
 * example because the tab resent it after a network error.
 */
export function Elsewhere({ answering, input, output, className }: ElsewhereProps) {
  if (answering?.state !== "elsewhere" || JSON.stringify(answering.output) === JSON.stringify(output))
    return null;
  const text = answerText(withoutHidden(input, output));
  return (
    <p role="status" className={`text-ui text-ink-2 ${className ?? ""}`}>
      {text ? t("answeredElsewhere", { text }) : t("closedElsewhere")}
    </p>
  );
}
