/** The code of the tool that the demo creates: the body of an async function with the parameter `args`. */
export const SCALE_RECIPE = `// Baker's percentages: everything is reckoned from the weight of the flour.
const { loaves, loaf_g, hydration, salt, starter } = args;
const flour = (loaves * loaf_g) / (1 + hydration + salt + starter);
const grams = (share) => Math.round(flour * share);

console.log(\`\${loaves} loaves of \${loaf_g} g\`);
return {
  flour_g: grams(1),
  water_g: grams(hydration),
  salt_g: grams(salt),
  starter_g: grams(starter),
};
`;

export const scaleRecipe = {
  name: "scale_recipe",
  description: "Calculates flour, water, salt and starter for any number of loaves, in grams.",
  parameter_schema: {
    type: "object",
    properties: {
      loaves: { type: "integer", minimum: 1, maximum: 1000, description: "How many to bake" },
      loaf_g: { type: "integer", minimum: 50, default: 900, description: "Dough for each, in grams" },
      hydration: { type: "number", minimum: 0.4, maximum: 1.2, default: 0.7, description: "Water by flour" },
      salt: { type: "number", minimum: 0, maximum: 0.05, default: 0.02, description: "Salt by flour" },
      starter: { type: "number", minimum: 0, maximum: 0.6, default: 0.2, description: "Starter by flour" },
    },
    required: ["loaves"],
    additionalProperties: false,
  },
  code: SCALE_RECIPE,
};
