import { expect, test } from 'vitest'
import { exampleWords, reasonWords } from './reasons.ts'

const WORDS: Readonly<Record<string, string>> = { 'imports:quarantine.FUTURE': 'En el futuro' }
const t = (key: string) => WORDS[key] ?? key

test('a rejected line of a file has its reason in words, and its value as written', () => {
  expect(exampleWords('año 1.csv:12 FUTURE 2031-01-01 00:00 | Plaza | 3', t)).toBe(
    'año 1.csv:12  En el futuro: 2031-01-01 00:00 | Plaza | 3',
  )
  expect(exampleWords('a.csv:12  2031 | FUTURE | 3', t)).toBe('a.csv:12  2031 | FUTURE | 3')
  expect(exampleWords('a.csv:12 NORTH 3', t)).toBe('a.csv:12 NORTH 3')
  expect([reasonWords('FUTURE', t), reasonWords('NEW_ONE', t)]).toEqual(['En el futuro', 'NEW_ONE'])
})
