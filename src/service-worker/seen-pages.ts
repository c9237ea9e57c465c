/** The beginning of the names of caches that show what was looked at. Files of the shop are in others. */
export const seenCaches = 'seen-'

/** Deletes what the service worker keeps of pages and pictures that were looked at. */
export async function deleteSeenPages({ caches }: Window & typeof globalThis): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter(name => name.startsWith(seenCaches)).map(name => caches.delete(name)))
}
