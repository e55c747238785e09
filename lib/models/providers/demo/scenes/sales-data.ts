const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/** Sales of each weekday relative to an ordinary day. */
const BUSY = [0.86, 0.9, 0.95, 1, 1.22, 1.6, 1.35];
/** Pieces sold on an ordinary day, price in euros, pieces of one tray or batch. */
const PRODUCTS = [
  { product: "Rye loaf", ordinary: 46, price: 4.8, tray: 10 },
  { product: "White loaf", ordinary: 58, price: 3.4, tray: 10 },
  { product: "Seeded roll", ordinary: 190, price: 0.9, tray: 30 },
  { product: "Croissant", ordinary: 84, price: 2.2, tray: 12 },
  { product: "Cinnamon bun", ordinary: 52, price: 2.9, tray: 12 },
  { product: "Cheesecake slice", ordinary: 18, price: 4.2, tray: 8 },
];
const WEEKS = 4;

export type Sale = {
  date: string;
  day: string;
  product: string;
  baked: number;
  sold: number;
  left: number;
  revenue: number;
};

/** Four weeks of an invented bakery. The data is deterministic. */
export const sales: readonly Sale[] = Array.from({ length: WEEKS * 7 }, (_, index) => {
  const at = new Date(Date.UTC(2026, 9, 5 + index)).toISOString().slice(0, 10);
  return PRODUCTS.map(({ product, ordinary, price, tray }, which) => {
    const wanted = Math.round(ordinary * (BUSY[index % 7] ?? 1) * (0.9 + 0.2 * chance(index * 7 + which)));
    const baked = Math.ceil((ordinary * (BUSY[index % 7] ?? 1)) / tray) * tray;
    const sold = Math.min(baked, wanted);
    return {
      date: at,
      day: DAYS[index % 7] ?? "",
      product,
      baked,
      sold,
      left: baked - sold,
      revenue: Math.round(sold * price * 100) / 100,
    };
  });
}).flat();

export const products = PRODUCTS.map(({ product }) => product);
export const salesDates = [...new Set(sales.map(({ date }) => date))];

function chance(seed: number): number {
  const mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
}
