/** Formats code of a component, or JSON. Throws the message of the parser if the text is not valid. */
export async function formatted(text: string, language: "tsx" | "json"): Promise<string> {
  const [{ format }, babel, estree] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/babel"),
    import("prettier/plugins/estree"),
  ]);
  const parser = language === "json" ? "json" : "babel-ts";
  return format(text, { parser, plugins: [babel, estree.default], printWidth: 100 });
}
