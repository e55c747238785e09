/** Formats code of a component, or JSON. Throws the message of the parser if the text is not valid. */
export async function formatted(text: string, language: "tsx" | "json"): Promise<string> {
  if (language === "json") return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  const [{ format }, babel, estree] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/babel"),
    import("prettier/plugins/estree"),
  ]);
  return format(text, { parser: "babel-ts", plugins: [babel, estree.default], printWidth: 100 });
}
