const GRAMS: Record<string, number> = { kg: 1000, g: 1, l: 1000, ml: 1 }

/** The amount in a pack, in grams or millilitres, from its size as text; 0 if that has no weight or volume. */
export function amountOf(size: string): number {
  const [, times = '1', number, unit = ''] = /(?:(\d+)\s*×\s*)?([\d.]+)\s*(kg|g|ml|l)\b/i.exec(size) ?? []
  return number ? Number(times) * Number(number) * (GRAMS[unit.toLowerCase()] ?? 0) : 0
}
