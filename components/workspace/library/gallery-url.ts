/** Number of components per page. */
export const CARDS = 60;

export const galleryAt = (q: string, show = CARDS): string => {
  const query = new URLSearchParams({ ...(q && { q }), ...(show > CARDS && { show: String(show) }) });
  return query.size > 0 ? `/agent/components?${query}` : "/agent/components";
};
