/** docs/errors.md against the source, and the codes a page may show against its texts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { issue } from '../../src/engine/core/document/issue.ts'
import { ISSUE_CODES, issueTemplate } from '../../src/engine/core/document/issue-sentences.ts'
import { LANGUAGES } from '../../src/domain/languages.ts'
import { ERRORS } from '../../server/lib/errors.ts'
import { repositoryRoot } from '../boundaries/import-table.ts'
import { codesOf, codesOfProduct, rowsOf } from './error-codes.ts'

const root = repositoryRoot()
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const texts = (namespace: string, language: string) =>
  JSON.parse(read(`src/i18n/locales/${namespace}/${language}.json`)) as Record<string, string>
/** Those of every page, and those that come with an area. */
const errorTexts = (language: string) => ({ ...texts('area-errors', language), ...texts('errors', language) })
const inOrder = (codes: Iterable<string>) => [...new Set(codes)].toSorted((a, b) => a.localeCompare(b))

const product = codesOfProduct(root)
const rows = rowsOf(read('docs/errors.md'))
const where = new Map(rows.map((row) => [row.code, row.where]))

const planted: readonly (readonly [source: string, codes: readonly string[]])[] = [
  ["throw new AppError('PLANTED_CODE', 'x')", ['PLANTED_CODE']],
  ["throw new ApiError(0, 'PLANTED', 'x')", ['PLANTED']],
  ["throw new SomeError(found ? 'PLANTED_ONE' : 'PLANTED_TWO', 'x')", ['PLANTED_ONE', 'PLANTED_TWO']],
  ['throw new ApiError(status, known ? code : `PLANTED_${status}`, `x`)', ['PLANTED_…']],
  ["const found = issue('PLANTED_CODE', '/x')", ['PLANTED_CODE']],
  ["wrong.push(near('PLANTED_CODE', '/x', {}, word, known))", ['PLANTED_CODE']],
  ["const answer = { error: { code: 'PLANTED_CODE', message: 'x' } }", ['PLANTED_CODE']],
  ["quarantined.push({ count, reason: 'PLANTED' })", ['PLANTED']],
  ["class Planted extends Error { readonly code = 'PLANTED_CODE' }", ['PLANTED_CODE']],
  ["const view = <ErrorState code={first?.code ?? 'PLANTED_CODE'} />", ['PLANTED_CODE']],
  [
    'const ERRORS = { PLANTED_ONE: 400, PLANTED: 500 } as const satisfies Record<string, number>',
    ['PLANTED', 'PLANTED_ONE'],
  ],
  ["export const PLANTED_REASONS = ['PLANTED_ONE', 'PLANTED'] as const", ['PLANTED', 'PLANTED_ONE']],
  ["export type PlantedCode = 'PLANTED_ONE' | 'PLANTED_TWO'", ['PLANTED_ONE', 'PLANTED_TWO']],
  ['throw new Error(`PLANTED_CODE: ${file} is there already.`)', ['PLANTED_CODE']],
  ["const say = () => usage('PLANTED_CODE: name a file.')", ['PLANTED_CODE']],
]

test.each(planted)('a code is noticed in `%s`', (source, codes) => {
  expect(inOrder(codesOf('planted.tsx', source))).toEqual(codes)
})

test('what is no code is left alone: environment names, statements, sentences, names made of several, comments', () => {
  const source = `
    // new AppError('PLANTED_CODE')
    const dir = nonEmpty(env, 'DATA_DIR', './data')
    await connection.run('COMMIT')
    throw new Error('The address is "DATA_DIR: x".')
    const about = { method: 'GET', code: local.code, reason: 'not today' }
    type Verb = 'GET_ONE' | 'PUT_ONE'`
  expect(inOrder(codesOf('plain.ts', source))).toEqual([])
})

test('a planted code is missing on the page, with the file that makes it', () => {
  const files = new Map(product)
  for (const code of codesOf('server/planted.ts', "throw new StartError('PLANTED_CODE', 'x')"))
    files.set(code, ['server/planted.ts'])
  expect([...files].filter(([code]) => !where.has(code))).toEqual([['PLANTED_CODE', ['server/planted.ts']]])
})

test('docs/errors.md lists every code of the product and its texts, each once, and no other', () => {
  const written = ['errors', 'area-errors', 'issues'].flatMap((namespace) => Object.keys(texts(namespace, 'en')))
  expect(rows.map(({ code }) => code).toSorted((a, b) => a.localeCompare(b))).toEqual(
    inOrder([...product.keys(), ...written]),
  )
})

test('every row says where, what it means and what to do', () => {
  for (const row of rows)
    expect([row.code, row.where !== '', row.meaning.endsWith('.'), row.todo.endsWith('.')]).toEqual([
      row.code,
      true,
      true,
      true,
    ])
})

test('the status of an answer and the severity of a finding are those of the source', () => {
  for (const [code, status] of Object.entries(ERRORS))
    expect([code, where.get(code)]).toEqual([code, expect.stringContaining(`(${status})`)])
  for (const code of ISSUE_CODES)
    expect([code, where.get(code)]).toEqual([code, expect.stringContaining(`(${issue(code, '').severity})`)])
})

/** Reasons of single readings have their words in `fleet`, which the tests of footscans hold. */
const OF_READINGS = /^src\/domain\/(reading-quarantine|unread)-reasons\.ts$/

/**
 * Answers of the server, calls of the page, and what its workers and rules refuse: `errors`. Findings of the engine:
 * `issues`.
 */
const shown = inOrder(
  [...product].flatMap(([code, files]) =>
    files.some(
      (file) =>
        file === 'server/lib/errors.ts' || (/^(src\/(api|domain)|workers)\//.test(file) && !OF_READINGS.test(file)),
    ) && !code.endsWith('…')
      ? [code]
      : [],
  ),
)

test.each(LANGUAGES)('every code a page may show has a text in %s', (language) => {
  const [errors, issues, app] = [errorTexts(language), texts('issues', language), texts('app', language)]
  expect(shown.filter((code) => (errors[code] ?? '') === '')).toEqual([])
  expect(ISSUE_CODES.filter((code) => (issues[code] ?? '') === '')).toEqual([])
  // A widget that fails while drawing is the one finding the frame words itself: its cause is in no language.
  expect(app['frame.crashed'] ?? '').not.toBe('')
})

test('what a dashboard finds without its server is worded on every page', () => {
  const found = [...product].filter(([, files]) => files.some((file) => /^(src\/(domain|engine)|workers)\//.test(file)))
  const everywhere = texts('errors', 'en')
  expect(
    found.flatMap(([code]) => (code in everywhere || !(code in texts('area-errors', 'en')) ? [] : [code])),
  ).toEqual([])
})

test('no text is the English one in another language', () => {
  for (const language of LANGUAGES.filter((one) => one !== 'en')) {
    const [errors, english] = [errorTexts(language), errorTexts('en')]
    expect([language, Object.keys(errors).filter((code) => errors[code] === english[code])]).toEqual([language, []])
    const issues = texts('issues', language)
    expect([language, ISSUE_CODES.filter((code) => issues[code] === issueTemplate(code))]).toEqual([language, []])
  }
})
