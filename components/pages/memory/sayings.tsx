import { Sayings } from "@/components/ui/kit/sayings";

const SAYINGS = [
  "Remember that I am allergic to peanuts, and why I told you.",
  "Keep a block about my garden project, and add to it as we go.",
  "What do you know about me, and where do you know it from?",
];

/** Where nothing is remembered yet. */
export const FirstSayings = ({ about }: { about: string }) => <Sayings about={about} sayings={SAYINGS} />;
