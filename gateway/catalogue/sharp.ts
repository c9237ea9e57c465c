/** Loads sharp when the first picture is made: the gateway starts with 13 MB less. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // one thread per picture, so that the gateway can answer other requests
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
