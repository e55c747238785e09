import fc from "fast-check";
import { validateMetadata } from "skills-ref";
import { describe, expect, test } from "vitest";
import { adaptSkillMd, parseSkillMd } from "./skill-md";

const md = (yaml: string, body = "Do it.\n") => `---\n${yaml}\n---\n\n${body}`;
const invalid = (message: string | RegExp) =>
  expect.objectContaining({ code: "invalid", message: expect.stringMatching(message) });
const refused = (markdown: string) => {
  try {
    parseSkillMd(markdown);
  } catch (error) {
    return error;
  }
};

describe("parseSkillMd", () => {
  test("returns the frontmatter and the body", () => {
    const yaml =
      'name: pdf-forms\ndescription: >\n  Fills\n  forms.\nlicense: MIT\nallowed-tools: Read\nmetadata:\n  version: "1.0"';
    expect(parseSkillMd(md(yaml, "# Forms\n---\nrest"))).toMatchObject({
      frontmatter: {
        name: "pdf-forms",
        description: "Fills forms.",
        license: "MIT",
        "allowed-tools": "Read",
        metadata: { version: "1.0" },
      },
      body: "# Forms\n---\nrest",
    });
  });

  test.each([
    ["# No frontmatter", /must begin with frontmatter/],
    [md("- a"), /has no fields/],
    [md("name: a\ndescription: one: two"), /not valid YAML \(line \d\)/],
    [md("description: It"), /name: /],
    [md("name: a"), /description: /],
    [md("name: A\ndescription: It"), /lowercase letters/],
    [md("name: a--b\ndescription: It"), /single hyphens/],
    [md(`name: ${"a".repeat(65)}\ndescription: It`), /at most 64 characters/],
    [md(`name: a\ndescription: ${"a".repeat(1_025)}`), /description/],
    [md("name: a\ndescription: It\nversion: 1"), /version/],
    [md("name: a\ndescription: It\nmetadata: &m\n  a: b\n  c: *m"), /aliases|metadata/],
    [md(`name: a\ndescription: It\nmetadata:\n  a: ${"x".repeat(20_001)}`), /more than 20000 characters/],
    [`${md("name: a\ndescription: It")}${"x".repeat(200_000)}`, /at most 200,000 characters/],
    [md("name: a\ndescription: It", "\0"), /cannot be stored/],
    [md(`name: a\ndescription: It\nmetadata: ${"[".repeat(9_000)}`), /invalid|nested|YAML/],
  ])("refuses %#", (markdown, message) => {
    expect(refused(markdown)).toEqual(invalid(message));
  });

  test("accepts what the reference library accepts", () => {
    const name = fc.stringMatching(/^[a-z0-9-]{1,70}$/);
    const line = fc.string({ unit: "binary", maxLength: 1_100 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(name, line, (name, description) => {
        const errors = validateMetadata({ name, description }, undefined);
        const mine = refused(md(JSON.stringify({ name, description })));
        if (mine === undefined) expect(errors).toEqual([]);
      }),
    );
  });
});

describe("adaptSkillMd", () => {
  test("keeps a valid file as it is", () => {
    const text = md("name: a # one\ndescription: It");
    expect(adaptSkillMd(text)).toEqual({ markdown: text, moved: [] });
  });

  test("moves unknown fields to the metadata and quotes values with a colon", () => {
    const text = `\uFEFF${md("name: a\ndescription: Use: it\nversion: 1.0\nhooks: [x]").replaceAll("\n", "\r\n")}`;
    const { markdown, moved } = adaptSkillMd(text);
    expect(moved).toEqual(["version", "hooks"]);
    expect(parseSkillMd(markdown)).toMatchObject({
      frontmatter: { description: "Use: it", metadata: { version: "1.0", hooks: '["x"]' } },
      body: "Do it.\n",
    });
  });

  test("shortens a long description", () => {
    const long = "word ".repeat(300).trim();
    const { markdown, moved } = adaptSkillMd(md(`name: a\ndescription: ${long}`));
    expect(moved).toEqual(["description"]);
    const { description, metadata } = parseSkillMd(markdown).frontmatter;
    expect([description.length, metadata?.description]).toEqual([1_024, long]);
  });

  test("joins a list of tools", () => {
    const { markdown } = adaptSkillMd(
      md("name: a\ndescription: It\nallowed-tools:\n  - Read\n  - Bash(git:*)"),
    );
    expect(parseSkillMd(markdown).frontmatter["allowed-tools"]).toBe("Read Bash(git:*)");
  });
});
