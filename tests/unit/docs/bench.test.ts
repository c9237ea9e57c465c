import { describe, expect, test } from 'vitest'
import { median, medians } from '#tools/bench/figures'
import { against, isMismatch } from '#tools/bench/goals'
import { blockingTime } from '#tools/bench/web/probe'
import { kindOf } from '#tools/bench/web/traffic'

describe('the figures of the bench', () => {
  test('the median is the one in the middle, whatever the order', () => {
    expect(median([30, 10, 20])).toBe(20)
  })

  test('the median of an even number is the mean of the two in the middle', () => {
    expect(median([40, 10, 20, 30])).toBe(25)
  })

  test('the median of nothing is 0', () => {
    expect(median([])).toBe(0)
  })

  test('rounds are combined into medians, figure by figure', () => {
    const rounds = [
      { fcp: 1, lcp: 9 },
      { fcp: 2, lcp: 8 },
      { fcp: 3, lcp: 1 },
    ]
    expect(medians(rounds)).toEqual({ fcp: 2, lcp: 8 })
  })

  test('a long task blocks for its time beyond 50 ms, a short one does not', () => {
    const tasks: [number, number][] = [
      [1_000, 300],
      [2_000, 60],
      [3_000, 50],
    ]
    expect(blockingTime(tasks, 500)).toBe(260)
  })

  test('a task before the first paint does not block', () => {
    const tasks: [number, number][] = [
      [0, 400],
      [900, 200],
    ]
    expect(blockingTime(tasks, 1_000)).toBe(50)
  })

  test('bytes are sorted by media type', () => {
    expect(
      ['text/html', 'text/css', 'text/javascript', 'image/svg+xml', 'font/woff2', 'application/json'].map(kindOf),
    ).toEqual(['html', 'css', 'js', 'pictures', 'fonts', 'data'])
    expect(kindOf('application/pdf')).toBe('other')
  })

  test('a goal relative to the floor is met up to its multiple', () => {
    expect(against('paint', [1_200, 1_000], 1.2)).toMatchObject({ holds: true, found: '1.20 times the floor' })
    expect(against('paint', [1_201, 1_000], 1.2).holds).toBe(false)
  })

  test('a goal with a sufficient absolute figure is met below it, whatever the floor has', () => {
    expect(against('blocking', [49, 0], 1.5, 50).holds).toBe(true)
    expect(against('blocking', [50, 0], 1.5, 50).holds).toBe(false)
  })

  test('a figure that was never reached meets no goal', () => {
    expect(against('answer', [Infinity, Infinity], 2)).toMatchObject({ holds: false, found: 'never' })
  })

  test('mismatches of hydration are distinguished from other errors', () => {
    expect(isMismatch('Minified React error #418; visit https://react.dev/errors/418')).toBe(true)
    expect(isMismatch('Hydration failed because the server rendered text did not match the client')).toBe(true)
    expect(isMismatch('Failed to load resource: 404')).toBe(false)
  })
})
