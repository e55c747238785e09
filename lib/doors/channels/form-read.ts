import { z } from "zod";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { boundsOf, choices } from "@/lib/shared/blocks/form-value";

export function readFormField(field: FormField, text: string): unknown {
  const trimmed = text.trim();
  switch (field.type) {
    case "number":
    case "slider":
    case "rating":
      return numberOf(trimmed);
    case "checkbox":
      return yesOrNo(trimmed);
    case "date":
      return dateOf(trimmed);
    case "time":
      return timeOf(trimmed);
    case "datetime": {
      const [, date = "", time = ""] = /^(.+?)(?:\s*,\s*|\s+|T)(\d{1,2}[:.]\d{2})$/.exec(trimmed) ?? [];
      const [day, hour] = [dateOf(date), timeOf(time)];
      return day && hour && `${day}T${hour}`;
    }
    case "select":
    case "radio":
      return chosen(field, trimmed);
    case "multiselect": {
      const all = trimmed.split(/\s*[,;\n]\s*/).filter(Boolean);
      const values = all.map((one) => chosen(field, one));
      return values.includes(undefined) ? undefined : values;
    }
    case "colour":
      return trimmed.startsWith("#") ? trimmed : `#${trimmed}`;
    case "textarea":
      return text;
    case "file":
      return undefined;
    default:
      return trimmed;
  }
}

function numberOf(text: string): number | undefined {
  const plain = text.replace(/\s/g, "").replace(/^(-?\d+),(\d+)$/, "$1.$2");
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

function yesOrNo(text: string): boolean | undefined {
  if (/^(y|yes|ja|si|sí|oui|true|1|✓)$/i.test(text)) return true;
  return /^(n|no|nein|non|false|0)$/i.test(text) ? false : undefined;
}

function dateOf(text: string): string | undefined {
  if (z.iso.date().safeParse(text).success) return text;
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? [];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return z.iso.date().safeParse(date).success ? date : undefined;
}

function timeOf(text: string): string | undefined {
  const [, hours = "", minutes = ""] = /^(\d{1,2})[:.](\d{2})$/.exec(text) ?? [];
  const time = `${hours.padStart(2, "0")}:${minutes}`;
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : undefined;
}

function chosen(field: FormField, text: string): string | undefined {
  const all = choices(field);
  const same = (one: string) => one.toLowerCase() === text.toLowerCase();
  return (all.find(({ label, value }) => same(label) || same(value)) ?? all[Number(text) - 1])?.value;
}

const EXPECTED: Record<FormField["type"], string> = {
  text: "a text",
  textarea: "a text",
  hidden: "a text",
  number: "a number, such as 12 or 3.5",
  slider: "a number, such as 12 or 3.5",
  rating: "a number of stars",
  checkbox: "yes or no",
  date: "a date, such as 2026-01-31",
  time: "a time, such as 17:30",
  datetime: "a date and a time, such as 2026-01-31 17:30",
  email: "an e-mail address",
  phone: "a phone number",
  url: "an address, such as https://example.com",
  colour: "a colour, such as #2f6f4f",
  select: "one of the choices",
  radio: "one of the choices",
  file: "a file: send it here",
  multiselect: "some of the choices: their numbers, such as 1, 3",
};

export function problemOf(field: FormField, text: string): string {
  const shortened = text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text;
  return `“${shortened}” is not ${EXPECTED[field.type]}.`;
}

export function example(field: FormField): string | undefined {
  const { type } = field;
  if (type === "date" || type === "time" || type === "datetime" || type === "colour" || type === "url")
    return capital(EXPECTED[type]);
  if (type === "file") return "Send it here as a file or an image";
  if (type === "multiselect") return "Write the numbers of your choices, such as 1, 3";
  if (type !== "number" && type !== "slider") return undefined;
  const { min, max } = type === "slider" ? boundsOf(field) : field;
  const range = [min !== undefined && `at least ${min}`, max !== undefined && `at most ${max}`];
  const rangeText = range.filter(Boolean).join(", ");
  return rangeText ? `A number, ${rangeText}` : undefined;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
