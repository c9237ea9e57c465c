import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../../../src/office/', import.meta.url))
const files = readdirSync(folder)
  .filter(name => /\.tsx?$/.test(name))
  .map(name => ({ name, text: readFileSync(folder + name, 'utf8') }))
const namesOf = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

test('the library of charts is imported only by the file that is loaded when figures are shown', () => {
  expect(namesOf(/from '@visx\//)).toEqual(['FigureDrawings.tsx'])
  expect(namesOf(/from '\.\/FigureDrawings\.tsx'/)).toEqual([])
  expect(namesOf(/import\('\.\/FigureDrawings\.tsx'\)/)).toEqual(['FigureCharts.tsx'])
})
