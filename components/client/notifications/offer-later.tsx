"use client";

import { useState } from "react";
import { useAskCount } from "@/components/client/asks";
import { later } from "@/components/ui/later";

const Offer = later(() => import("./offer").then((module) => module.NotificationOffer));

/**
 * Offers notifications after an ask has waited while no tab was visible. The offer stays mounted after the ask
 * is answered.
 */
export function OfferLater() {
  const { away } = useAskCount();
  const [isDue, setIsDue] = useState(away > 0);
  if (away > 0 && !isDue) setIsDue(true);
  return isDue && <Offer />;
}
