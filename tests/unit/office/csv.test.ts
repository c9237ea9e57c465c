import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCsv, safeCell, writeCsv } from '#gateway/office/csv'

const cellsOf = (content: string) => readCsv(content).rows.map(({ cells }) => cells)

describe('a CSV file', () => {
  test('has no cell that a spreadsheet runs as a formula', () => {
    for (const cell of ['=1+1', '+61', '-5', '@SUM(A1)', '\t=1', '\r=1', '＝1', "'=1"])
      expect(safeCell(cell), cell).toBe(`'${cell}`)
    for (const cell of ['Rice', "'Tis tea", 'a=b', '5 kg']) expect(safeCell(cell), cell).toBe(cell)
  })

  test('is read back as it was written, whatever is in its cells', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'ab =+-@\t\'",;\n 米'), maxLength: 6 })
    const rows = fc.array(
      fc.array(cell, { minLength: 3, maxLength: 3 }).filter(([first]) => first!.trim() !== ''),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(rows, written => {
        // the first line decides between comma and semicolon
        const all = [['code', 'name', 'price'], ...written]
        expect(cellsOf(writeCsv(all))).toEqual(all)
      }),
    )
  })

  test('is read with or without a byte order mark, with commas or semicolons, and with any line ends', () => {
    const expected = [
      ['code', 'name'],
      ['A', 'two\nlines'],
      ['B', '1,50'],
    ]
    for (const end of ['\n', '\r\n', '\r'])
      for (const mark of ['', '\uFEFF']) {
        expect(cellsOf(`${mark}code,name${end}A,"two${end}lines"${end}B,"1,50"${end}`)).toEqual(expected)
        expect(cellsOf(`${mark}code;name${end}A;"two${end}lines"${end}B;1,50`)).toEqual(expected)
      }
  })

  test('has its rows with the line where each begins, and without empty ones', () => {
    const { rows } = readCsv('code,name\r\nA,"two\r\nlines"\r\n\r\n , \r\nB,x\r\n')
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'code'],
      [2, 'A'],
      [6, 'B'],
    ])
  })

  test('names lines whose quotation marks do not match, and reads the others', () => {
    const { rows, unreadable } = readCsv('code,name\nA,"a"b\nB,b\nC,5" pan\nD,d\nE,"open\nF,"f"\n')
    expect(unreadable.map(({ line }) => line)).toEqual([2, 4, 6])
    expect(rows.map(({ cells }) => cells[0])).toEqual(['code', 'B', 'D', 'F'])
  })
})
