import { expect, test } from "vitest";
import { contactFilter, hintOf, initialsOf, linesOf, rowHintOf } from "./contact-fields";

test("linesOf returns known fields first, each of several values separately, and unknown fields last", () => {
  const contact = {
    _id: "a",
    uid: "u",
    name: "Ada Lovelace",
    company: "Engines",
    pet: "Puff",
    notes: "Late",
    phone: "+44 1",
    phones: [{ label: "mobile", value: "+44 2" }, "+44 3"],
    website: "javascript:alert(1)",
    address: { street: "Main St" },
    met: { $date: "2025-11-02T09:30:00Z" },
  };
  expect(linesOf(contact)).toEqual([
    { label: "Phone", text: "+44 1", href: "tel:+441" },
    { label: "Phone, mobile", text: "+44 2", href: "tel:+442" },
    { label: "Phone", text: "+44 3", href: "tel:+443" },
    { label: "Website", text: "javascript:alert(1)" },
    { label: "Notes", text: "Late" },
    { label: "pet", text: "Puff" },
    { label: "Address", text: '{"street":"Main St"}' },
    { label: "met", text: "2025-11-02T09:30:00Z" },
  ]);
  expect([initialsOf(contact), hintOf(contact)]).toEqual(["AL", "Engines"]);
});

test("rowHintOf begins with the phone number, and shows it once", () => {
  expect(rowHintOf({ _id: "a", phone: "+44 1", company: "Engines" })).toBe("+44 1 · Engines");
  expect(rowHintOf({ _id: "a", phone: "+44 1" })).toBe("+44 1");
  expect(rowHintOf({ _id: "a", email: "a@example.com" })).toBe("a@example.com");
});

test("contactFilter matches each word in any field, and digits as a phone number", () => {
  expect(contactFilter("  ")).toEqual({});
  expect(contactFilter("a.b c")).toMatchObject({
    $and: [{ $or: expect.anything() }, { $or: expect.anything() }],
  });
  expect(JSON.stringify(contactFilter("a.b"))).toContain('"a\\\\.b"');
  expect(contactFilter("030 12")).toMatchObject({
    $or: [{ phone: { $regex: "0\\D*3\\D*0\\D*1\\D*2" } }, expect.anything(), { $and: expect.anything() }],
  });
});
