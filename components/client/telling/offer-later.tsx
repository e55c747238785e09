"use client";

import { useState } from "react";
import { useAskCount } from "@/components/client/asks";
import { later } from "@/components/ui/later";

const Offer = later(() => import("./offer").then((module) => module.TellingOffer));

/** The offer, once something has waited while nobody looked; it stays when that is answered. */
export function OfferLater() {
  const { away } = useAskCount();
  const [isDue, setIsDue] = useState(away > 0);
  if (away > 0 && !isDue) setIsDue(true);
  return isDue && <Offer />;
}
