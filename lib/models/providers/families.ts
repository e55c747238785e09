import type { ModelInfo } from "@/lib/shared/settings";

type Can = ModelInfo["can"];
type Ability = keyof Can;
type Family = {
  sign: RegExp;
  has: readonly Ability[];
  lacks?: readonly Ability[];
  contextWindow?: number;
  maxOutputTokens?: number;
};

const ALL = ["tools", "images", "reasoning"] as const;

/**
 * Known families by name without vendor. The first match applies, and unlisted abilities are unknown (null).
 */
const FAMILIES: readonly Family[] = [
  { sign: /^gpt-[\d.]+-chat/, has: ["tools", "images"], maxOutputTokens: 16_384 },
  { sign: /^gpt-4\.1/, has: ["tools", "images"], lacks: ["reasoning"], contextWindow: 1_047_576 },
  { sign: /^gpt-4-turbo/, has: ["tools", "images"], lacks: ["reasoning"], maxOutputTokens: 4_096 },
  {
    sign: /^(gpt-4o|chatgpt-4o|gpt-4\.5)/,
    has: ["tools", "images"],
    lacks: ["reasoning"],
    maxOutputTokens: 16_384,
  },
  { sign: /^gpt-(4|3\.5)/, has: ["tools"], lacks: ["images", "reasoning"], maxOutputTokens: 4_096 },
  { sign: /^gpt-oss/, has: ["tools", "reasoning"], lacks: ["images"] },
  { sign: /^gpt-\d/, has: ALL },
  { sign: /^o1-(mini|preview)/, has: ["reasoning"], lacks: ["tools", "images"] },
  { sign: /^o3-mini/, has: ["tools", "reasoning"], lacks: ["images"] },
  { sign: /^o[134](-|$)/, has: ALL },
  { sign: /^claude-(3-7|3\.7)/, has: ALL },
  { sign: /^claude-3/, has: ["tools", "images"], lacks: ["reasoning"], maxOutputTokens: 4_096 },
  { sign: /^claude-(opus|sonnet|haiku|fable|\d)/, has: ALL },
  { sign: /^gemini-(1|2\.0)/, has: ["tools", "images"], lacks: ["reasoning"], maxOutputTokens: 8_192 },
  { sign: /^gemini-/, has: ALL, contextWindow: 1_048_576 },
  { sign: /^gemma-?3/, has: ["images"], lacks: ["reasoning"] },
  {
    sign: /^(llama-?4|llama3\.2-vision|llama-3\.2-\d+b-vision)/,
    has: ["tools", "images"],
    lacks: ["reasoning"],
  },
  { sign: /^(meta-)?llama-?3\.[123]/, has: ["tools"], lacks: ["images", "reasoning"] },
  { sign: /^qwen\d(\.\d)?-?vl/, has: ["tools", "images"] },
  { sign: /^(qwen3|qwq)/, has: ["tools", "reasoning"], lacks: ["images"] },
  { sign: /^qwen2\.5/, has: ["tools"], lacks: ["images", "reasoning"] },
  { sign: /^deepseek-(r\d|reasoner)/, has: ["reasoning"], lacks: ["images"] },
  { sign: /^deepseek/, has: ["tools"], lacks: ["images"], maxOutputTokens: 8_192 },
  { sign: /^(magistral|ministral|mistral|devstral|codestral)/, has: ["tools"] },
  { sign: /^pixtral/, has: ["tools", "images"], lacks: ["reasoning"] },
  { sign: /^grok-[4-9]/, has: ALL },
];

export function familyOf(name: string): { can: Can } & Pick<Family, "contextWindow" | "maxOutputTokens"> {
  const bare = name.toLowerCase().split("/").at(-1) ?? "";
  const family = FAMILIES.find(({ sign }) => sign.test(bare));
  const abilityOf = (ability: Ability) =>
    family?.has.includes(ability) ? true : family?.lacks?.includes(ability) ? false : null;
  return {
    can: { tools: abilityOf("tools"), images: abilityOf("images"), reasoning: abilityOf("reasoning") },
    contextWindow: family?.contextWindow,
    maxOutputTokens: family?.maxOutputTokens,
  };
}
