/** Products whose exports can be imported. */
export const PRODUCTS = ["chatgpt", "claude"] as const;
export type Product = (typeof PRODUCTS)[number];

export const PRODUCT_TITLES: Record<Product, string> = { chatgpt: "ChatGPT", claude: "Claude" };
