import { describe, expect, test } from 'vitest'
import { editDistance, spellingErrors } from '#contract/suburb-names'

describe('the distance of two texts', () => {
  test.each([
    ['', '', 0],
    ['ryde', 'ryde', 0],
    ['ryde', '', 4],
    ['', 'ryde', 4],
    ['ryd', 'ryde', 1],
    ['rydes', 'ryde', 1],
    ['rude', 'ryde', 1],
    ['yrde', 'ryde', 1],
    ['ryed', 'ryde', 1],
    ['yred', 'ryde', 2],
    ['ab', 'xa', 2],
    ['ab', 'bx', 2],
    ['abab', 'baba', 2],
    ['sydney', 'eastwood', 7],
  ])('of %j and %j is %i', (one, other, distance) => expect(editDistance(one, other)).toBe(distance))
})

describe('a suburb that is misspelled', () => {
  test.each([
    ['Ryde', 'Rydee', 1],
    ['Rydes', 'Rydexx', 2],
    ['Bondi', 'Bndii', null],
    ['Ashfld', 'Ashfield', 2],
    ['Ashfd', 'Ashfield', null],
    ['Penrit', 'Penrith', 1],
  ])('%s is meant by %s with %j errors: one in a short name, two in one of six letters', (typed, name, errors) => {
    expect(spellingErrors(typed, name)).toBe(errors)
  })
})
