import { describe, expect, test } from 'vitest'
import { PictureCache } from '#gateway/catalogue/picture-routes'

describe('the cache of pictures', () => {
  test('makes a picture once for concurrent requests, and again after a failure', async () => {
    const cache = new PictureCache()
    let made = 0
    const make = async () => {
      made += 1
      if (made === 1) throw new Error('The file is damaged.')
      return Buffer.alloc(1)
    }
    const both = [cache.at('a', make), cache.at('a', make)]
    for (const one of both) await expect(one).rejects.toThrow('damaged')
    await cache.at('a', make)
    await cache.at('a', make)
    expect(made).toBe(2)
  })

  test('counts only the pictures that it has, also if room is needed while one is being made', async () => {
    const cache = new PictureCache(10)
    const made: string[] = []
    const request = (key: string, size: number) => cache.at(key, async () => (made.push(key), Buffer.alloc(size)))
    let finish = (_picture: Buffer) => {}
    const slow = cache.at('slow', () => new Promise(resolve => void (finish = resolve)))
    await request('first', 8)
    await request('second', 8)
    finish(Buffer.alloc(8))
    await slow
    await request('small', 2)
    await request('second', 8)
    expect(made).toEqual(['first', 'second', 'small'])
  })
})
