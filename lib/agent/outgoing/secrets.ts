/** Digits of a number that can identify or authorise: a card, account, phone, booking or pass number. */
const MIN_DIGITS = 6;
const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/;
/** A code mixes letters and digits, such as a booking code or a key. */
const MIN_CODE_CHARS = 6;

/** Dates, times and amounts. */
const HARMLESS = [
  /^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/,
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/,
  /^\d{1,3}([.,' ]\d{3})+([.,]\d{1,2})?$/,
  /^\d+[.,]\d{1,2}$/,
];

/**
 * Returns true if a word that the user wrote looks like a secret: a key, a code, an account number or a long
 * number. It may err on the side of secrets, because that only makes requests count.
 */
export function isSecret(word: string): boolean {
  if (/^[a-z]+:\/\//i.test(word)) return false;
  const text = word.replace(/^\W+|\W+$/g, "");
  if (HARMLESS.some((pattern) => pattern.test(text))) return false;
  const digits = text.replace(/\D/g, "").length;
  if (digits >= MIN_DIGITS || IBAN.test(text.toUpperCase())) return true;
  return digits > 0 && /[a-z]/i.test(text) && text.length >= MIN_CODE_CHARS && !/^\d+[a-z]{1,3}$/i.test(text);
}

/** Returns true if a text of the user contains a secret, also one that is written in groups. */
export const hasSecret = (text: string): boolean => {
  const words = text.split(/\s+/);
  return words.some(isSecret) || GROUPED.test(words.filter((word) => !isPlain(word)).join(" "));
};

const isPlain = (word: string): boolean =>
  /^[a-z]+:\/\//i.test(word) || HARMLESS.some((pattern) => pattern.test(word.replace(/^\W+|\W+$/g, "")));

/** A number or IBAN in groups of two to five characters. */
const GROUPED = /\b(?:[A-Z]{2}\d{2}|\d{2,5})(?:[ -]\d{2,5}){2,}\b/;
