import { ExternalLink } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/frame";
import { QuestionCard } from "./question-card";

/** The card is disabled for this time: a click may have been meant for the content that was here before. */
const SETTLE_MS = 500;

type LinkCardProps = { address: string; onClose: () => void };

/** Asks before a link of a component opens. Shows the whole URL, because it can carry data. */
export function LinkCard({ address, onClose }: LinkCardProps) {
  const [isNew, setIsNew] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsNew(false), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-live="polite" className="sticky bottom-3 z-10 print:hidden">
      <QuestionCard
        title={t("openAddress")}
        web={null}
        buttons={
          <>
            {isNew ? (
              <Button variant="accent" disabled>
                {common("open")}
              </Button>
            ) : (
              <Button variant="accent" asChild>
                <a href={address} target="_blank" rel="noopener noreferrer" onClick={onClose}>
                  <ExternalLink aria-hidden />
                  {common("open")}
                </a>
              </Button>
            )}
            <Button variant="outline" disabled={isNew} onClick={onClose}>
              {t("dontOpen")}
            </Button>
          </>
        }
      >
        <p className="font-mono text-[12px] leading-[18px] wrap-anywhere">{address}</p>
      </QuestionCard>
    </div>
  );
}
