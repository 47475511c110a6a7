import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { presetNamed } from './preset.ts'
import { dateOrderOf, decimalOf, sampleOf, type Sample } from './sample.ts'

let folder: string
let files = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-sample-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const sample = (text: string, separator?: string) => {
  const path = join(folder, `${(files += 1)}.csv`)
  writeFileSync(path, text)
  return sampleOf({ path, name: 'a.csv' }, separator)
}
const HOURLY = presetNamed('hourly')

describe('a sample', () => {
  test.each([',', ';', '\t', '|'])('has the separator %j, its header and its rows', async (separator) => {
    const text = ` ts ,sensor\n2025,"a${separator}b"\n 2026 ,\n`.replaceAll(/,(?=[sS"\n])/g, separator)
    const { path: _, ...rest } = await sample(text)
    expect(rest).toEqual({
      name: 'a.csv',
      file: 'a.csv',
      header: ['ts', 'sensor'],
      rows: [
        ['2025', `a${separator}b`],
        [' 2026 ', ''],
      ],
      separator,
    })
  })

  test('has the chosen separator', async () => {
    const { header, separator, rows } = await sample('a;b,c;d\n1;2,3;4\n', ',')
    expect([header, separator, rows]).toEqual([['a;b', 'c;d'], ',', [['1;2', '3;4']]])
  })

  test('has two thousand rows at most', async () => {
    const of = async (rows: number) => (await sample(`a,b\n${'1,2\n'.repeat(rows)}`)).rows.length
    expect([await of(1999), await of(2000), await of(2001), await of(9000)]).toEqual([1999, 2000, 2000, 2000])
  })

  test('has no error that lies behind its header: the whole file is refused when its turn comes', async () => {
    expect((await sample('a,b\n1,2\n3,"4\n')).rows).toEqual([['1', '2']])
    await expect(sample('')).rejects.toMatchObject({ code: 'FILE_EMPTY' })
    await expect(sample('\n\n')).rejects.toMatchObject({ code: 'FILE_EMPTY' })
    await expect(sample('"a,b\n')).rejects.toMatchObject({ code: 'FILE_QUOTE_OPEN' })
  })
})

describe('the order of dates', () => {
  const order = async (...texts: readonly string[]) =>
    dateOrderOf(await Promise.all(texts.map((text) => sample(`ins,ts\n${text}`))), HOURLY)

  test.each([
    ['dmy', '1,13/02/2025\n'],
    ['mdy', '1,02/13/2025\n'],
    ['dmy', '1,01/02/2025\n1,31-12-25\n'],
    ['mdy', '1, 1.31.2025 10:00\n'],
    ['mdy', '1,1 31 2025\n'],
  ])('is %s by a number above twelve', async (found, text) => {
    expect(await order(text)).toBe(found)
  })

  test('is reported by any line of any file, also one behind the sample and a megabyte', async () => {
    const unclear = '1,01/02/2025 10:00:00\n'.repeat(60_000)
    expect(await order(`${unclear}1,13/02/2025\n`)).toBe('dmy')
    expect(await order('1,01/02/2025\n', '1,02/13/2025\n')).toBe('mdy')
    expect(await order('1,2025-01-02\n', '1,13/02/2025\n')).toBe('dmy')
  })

  test('is of no matter where the year comes first, or there is no date', async () => {
    expect([await order('1,2025-02-13\n'), await order('1,soon\n'), await order('1\n')]).toEqual([null, null, null])
    expect(await dateOrderOf([await sample('ts,ins\n13/02/2025,1\n')], HOURLY)).toBe('dmy')
    expect(await order('1,012/02/2025\n')).toBe(null)
    expect(await order('1,12/012/2025\n')).toBe(null)
    expect(await dateOrderOf([await sample('ins,x\n1,01/02/2025\n')], HOURLY)).toBe(null)
    expect(await dateOrderOf([], HOURLY)).toBe(null)
  })

  test('is asked for where no number is above twelve', async () => {
    await expect(order('1,2025-01-01\n1, 12/12/2025 10:00\n1,01/02/2025\n')).rejects.toMatchObject({
      code: 'IMPORT_DATES_UNCLEAR',
      message:
        'Nothing tells whether the day or the month comes first in the dates: no number is above twelve. Say ' +
        '--date-order dmy or mdy. Nothing was loaded.',
      lines: ['a.csv:3  12/12/2025 10:00'],
    })
  })

  test('is asked for where lines contradict each other, with the first of each kind', async () => {
    await expect(order('1,01/02/2025\n1,14/02/2025\n1,13/02/2025\n1,02/15/2025\n1,02/16/2025\n')).rejects.toMatchObject(
      {
        code: 'IMPORT_DATES_UNCLEAR',
        message:
          'Some dates have the day first and some the month. Say which order the others have (--date-order dmy or ' +
          'mdy); those that do not fit are quarantined.',
        lines: ['a.csv:3  14/02/2025', 'a.csv:5  02/15/2025', 'a.csv:2  01/02/2025'],
      },
    )
    await expect(order('1,14/02/2025\n', `1,02/15/2025 ${'x'.repeat(80)}\n`)).rejects.toMatchObject({
      lines: ['a.csv:2  14/02/2025', `a.csv:2  ${`02/15/2025 ${'x'.repeat(80)}`.slice(0, 60)}`],
    })
  })
})

describe('the decimal sign of counts', () => {
  const of = (...cells: readonly string[]) => {
    const samples: Sample[] = [
      {
        path: '',
        name: 'a',
        file: 'a',
        separator: ';',
        header: ['ts', 'x', 'Ins', 'outs'],
        rows: cells.map((cell) => ['2025', '1,5', cell, '3']),
      },
    ]
    return decimalOf(samples, HOURLY)
  }

  test.each([
    '12,0',
    '12,5',
    '12,25',
    '12,1234',
    '1.204',
    '1.204.500',
    '1.204,5',
    '1.000',
    '0,000',
    '1204,000',
    '12,0000',
  ])('is a comma in %s', (cell) => {
    expect([of(cell), of('7', cell), of(` ${cell} `)]).toEqual([',', ',', ','])
  })

  test.each([
    '12.0',
    '12.5',
    '12.25',
    '12.1234',
    '1,204',
    '1,204,500',
    '1,204.5',
    '1,000',
    '0.000',
    '1204.000',
    '12.0000',
  ])('is a point in %s', (cell) => {
    expect([of(cell), of('7', cell), of(` ${cell} `)]).toEqual(['.', '.', '.'])
  })

  test.each([
    '12',
    '',
    '1,2,3',
    '1.2.3',
    '12,x',
    'x.5',
    '1204,500,1',
    '.5',
    '1a,204',
    '1,204.5x',
    'x12.345',
    '1204,500',
    '1204.500',
  ])('is not identified by %j', (cell) => {
    expect(of(cell)).toBe(null)
  })

  test('is what more of the counts say, a point where both are as many; other columns say nothing', () => {
    expect([of('12,5', '12.5'), of('12,5', '13,5', '12.5'), of('12,5', '12.5', '1.5'), of()]).toEqual([
      '.',
      ',',
      '.',
      null,
    ])
    expect(decimalOf([], HOURLY)).toBe(null)
  })
})
