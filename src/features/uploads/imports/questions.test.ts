/**
 * Every question and quarantine reason of the server has a text in the page. The languages have the same keys: see the
 * test of the texts.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8')
const texts = JSON.parse(read('src/i18n/locales/imports/en.json')) as Record<string, string>
const codesIn = (text: string) => [...text.matchAll(/'([A-Z][A-Z_]+)'/g)].map(([, code = '']) => code)
/** Only the command line reports these. */
const COMMAND_LINE = new Set(['IMPORT_SENSORS_UNMATCHED', 'FILE_DAYS_UNPLACED'])

test('every refusal of an import is a question with words', () => {
  const [union = ''] =
    /export type ImportErrorCode =[^;]*?(?=\n\n)/.exec(read('server/modules/imports/reading/import-error.ts')) ?? []
  const codes = codesIn(union)
  expect(codes.length).toBeGreaterThan(20)
  expect(codes.filter((code) => !COMMAND_LINE.has(code) && texts[`question.${code}`] === undefined)).toEqual([])
})

test('every reason for which a line is quarantined has words', () => {
  const [lines = ''] =
    /export type LineReason =[^;]*?(?=\n\n)/.exec(read('server/modules/imports/reading/quarantine.ts')) ?? []
  const [rows = ''] = /const QUARANTINE_REASONS = \[[^\]]*\]/.exec(read('server/facts/checks.ts')) ?? []
  const codes = [...codesIn(lines), ...codesIn(rows)]
  expect(codes.length).toBeGreaterThan(20)
  expect(codes.filter((code) => texts[`quarantine.${code}`] === undefined)).toEqual([])
})
