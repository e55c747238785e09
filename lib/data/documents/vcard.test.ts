import { expect, test } from "vitest";
import { cardOf, readCards } from "./vcard";

const read = (text: string) => [...readCards(text)];
const card = (...lines: string[]) => ["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n");

const ADA = {
  _id: "a1",
  uid: "urn:uuid:ada",
  name: "Ada Lovelace",
  phone: "+44 20 7946 0018",
  phones: [{ label: "mobile", value: "+44 7700 900123" }],
  email: "ada@example.com",
  emails: [{ label: "work", value: "countess@example.org" }],
  company: "Analytical Engines, Ltd",
  jobTitle: "Analyst; poet",
  notes: `First line\nsecond, ${"long ".repeat(40)}end`,
  website: "https://example.com/ada?x=1",
  nickname: "Lady L",
  address: "1 St James's Square, London",
  birthday: "1815-12-10",
  tags: ["friends", "maths, old"],
};

test.each(["3.0", "4.0"] as const)(
  "a contact that is exported and imported as vCard %s does not change",
  (version) => {
    const text = cardOf(ADA, version);
    expect(Math.max(...text.split("\r\n").map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(76);
    const { _id, ...rest } = ADA;
    expect(read(text)).toEqual([{ line: 1, contact: rest }]);
    expect(read(cardOf({ _id: 7, name: "Bo", birthday: "--01-31" }, version))).toEqual([
      { line: 1, contact: { uid: "7", name: "Bo", birthday: "--01-31" } },
    ]);
  },
);

test("readCards reads cards by Google and Apple with groups, custom labels and preferred values, and drops images", () => {
  const text = card(
    "VERSION:3.0",
    "N:Hopper;Grace;Brewster;;",
    "FN:Grace Hopper",
    "ORG:US Navy;Research",
    "item1.EMAIL;type=INTERNET:old@example.com",
    "item1.X-ABLabel:_$!<Other>!$_",
    "EMAIL;type=INTERNET;type=pref:grace@example.com",
    "TEL;TYPE=CELL:+1 202-555-0143",
    "ADR;TYPE=HOME:;;1 Main St;Arlington;VA;22202;USA",
    "BDAY;X-APPLE-OMIT-YEAR=1604:1604-12-09",
    "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ",
    " SkZJRgABAQAA",
    "CATEGORIES:myContacts,navy",
    "X-SOCIALPROFILE;type=twitter:https://example.com",
  );
  expect(read(`\ufeff${text}`.slice(1))).toEqual([
    {
      line: 1,
      contact: {
        name: "Grace Hopper",
        phone: "+1 202-555-0143",
        phoneLabel: "mobile",
        email: "grace@example.com",
        emails: [{ label: "other", value: "old@example.com" }],
        company: "US Navy, Research",
        address: "1 Main St, Arlington, VA, 22202, USA",
        addressLabel: "home",
        birthday: "--12-09",
        tags: ["myContacts", "navy"],
      },
    },
  ]);
});

test("readCards reads version 2.1 with parameters without a name, and folded quoted-printable text in its charset", () => {
  const text = card(
    "VERSION:2.1",
    "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;",
    "TEL;CELL;PREF:0151 23456789",
    "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Stra=DFe, =",
    "zwei=0D=0AZeilen",
    "PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQ",
    " SkZJRgABAQAA",
    "",
  );
  expect(read(text)).toEqual([
    {
      line: 1,
      contact: {
        name: "Jörg Müller",
        phone: "0151 23456789",
        phoneLabel: "mobile",
        notes: "Straße, zwei\nZeilen",
      },
    },
  ]);
});

test("readCards reports an unreadable card by its line and reads the other cards", () => {
  const text = [
    card("VERSION:3.0", "FN:A"),
    card("VERSION:3.0", "NOTE:nobody"),
    "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:cut off\r\n",
    card("VERSION:4.0", "FN:B"),
    card("VERSION:3.0", "this is no property"),
    "BEGIN:VCARD\r\nFN:C",
  ].join("");
  expect(read(text)).toEqual([
    { line: 1, contact: { name: "A" } },
    { line: 5, problem: expect.stringContaining("has no name") },
    { line: 9, problem: "END:VCARD is missing." },
    { line: 12, contact: { name: "B" } },
    { line: 16, problem: expect.stringMatching(/\S/) },
    { line: 20, problem: "The file ends before its END:VCARD." },
  ]);
});

test("readCards removes invisible characters from a card, also encoded ones", () => {
  const [found] = read(
    card("VERSION:2.1", "FN:Ada\u{e0061}", "NOTE;ENCODING=QUOTED-PRINTABLE:hi=F3=A0=81=A1 👩‍👧"),
  );
  expect(found).toMatchObject({ contact: { name: "Ada", notes: "hi 👩‍👧" } });
});
test("readCards reads a group with its members, in version 4 and in Apple's form", () => {
  const text = [
    card(
      "VERSION:3.0",
      "FN:Climbing",
      "X-ADDRESSBOOKSERVER-KIND:group",
      "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:a1",
    ),
    card("VERSION:4.0", "KIND:group", "FN:Choir", "MEMBER:urn:uuid:a1", "MEMBER:urn:uuid:b2"),
    card("VERSION:4.0", "KIND:individual", "FN:Ada"),
  ].join("");
  expect(read(text)).toEqual([
    { line: 1, group: { name: "Climbing", members: ["urn:uuid:a1"] } },
    { line: 7, group: { name: "Choir", members: ["urn:uuid:a1", "urn:uuid:b2"] } },
    { line: 14, contact: { name: "Ada" } },
  ]);
});

test.each([["AGENT:", "BEGIN:VCARD"], ["AGENT:BEGIN:VCARD"]])(
  "readCards reads the rest of a card after a nested card in %j",
  (...begin) => {
    const text = card(
      "VERSION:2.1",
      "FN:Big Boss",
      ...begin,
      "VERSION:2.1",
      "FN:Small Helper",
      "END:VCARD",
      "EMAIL;INTERNET:boss@example.test",
    );
    expect(read(text)).toEqual([
      { line: 1, contact: { name: "Big Boss", email: "boss@example.test", assistant: "Small Helper" } },
    ]);
  },
);

test("readCards drops binary properties that version 2.1 folds without a space", () => {
  const text = card(
    ...[
      "VERSION:2.1",
      "FN:Tim Pic",
      "PHOTO;JPEG;ENCODING=BASE64:/9j/4AAQ",
      " AAD/2wBDAAgG",
      "BwcJCQgKDBQNHRof=",
      "",
    ],
    ...["X-MS-CARDPICTURE;TYPE=JPEG;ENCODING=BASE64:", " /9j/4AAQ", "", "TEL;CELL:+15550100005"],
  );
  expect(read(text)).toEqual([
    { line: 1, contact: { name: "Tim Pic", phone: "+15550100005", phoneLabel: "mobile" } },
  ]);
});

test("readCards rejects a card with undecodable characters", () => {
  const text =
    card("VERSION:3.0", "FN:J\ufffdrgen") +
    card("VERSION:2.1", "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=x-none:J=FC");
  expect(read(text)).toEqual([
    { line: 1, problem: expect.stringContaining("cannot be decoded") },
    { line: 5, problem: expect.stringContaining("cannot be decoded") },
  ]);
});

test("readCards decodes quoted-printable without a charset as UTF-8, or else Windows-1252", () => {
  const text = card(
    "VERSION:2.1",
    "FN;ENCODING=QUOTED-PRINTABLE:Stra=DFe",
    "NOTE;ENCODING=QUOTED-PRINTABLE:M=C3=BCller König",
  );
  expect(read(text)).toEqual([{ line: 1, contact: { name: "Straße", notes: "Müller König" } }]);
});

test.each(["3.0", "4.0"] as const)(
  "labels, including custom ones, are kept when a contact is exported and imported as vCard %s",
  (version) => {
    const contact = {
      uid: "u1",
      name: "Bo",
      ...{ phone: "+1 202 555 0143", phoneLabel: "mobile", phones: [{ label: "Büro 2", value: "+49 30 1" }] },
      ...{ email: "bo@example.com", emailLabel: "Boat club" },
    };
    const text = cardOf({ _id: "b", ...contact }, version);
    expect(text).toContain("TEL;TYPE=cell");
    expect(read(text)).toEqual([{ line: 1, contact }]);
  },
);
