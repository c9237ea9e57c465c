/** FNV-1a over UTF-16 code units, 32 bits, as 8 hexadecimal digits. `machines/journal` has its own: it depends on nothing of the shop. */
export function textHash(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.charCodeAt(at)
    hash = Math.imul(hash, 0x01000193) >>> 0
  }
  return hash.toString(16).padStart(8, '0')
}
