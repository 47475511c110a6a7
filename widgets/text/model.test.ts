import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, WHOLE } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('text', 'en', {
  params: { locals: [11, 12], client: 4, note: '<b>*bold*</b>', since: '2026-11-09', empty: [] },
})
const filled = (markdown: string) =>
  project(
    { markdown, names: [] },
    {
      rows: factFrame([
        { period: 'comparing', ...WHOLE, ins: 120, fro: 480 },
        { period: 'reference', ...WHOLE, ins: 100, fro: 400 },
      ]),
    },
    context,
  ).rows[0]?.[0]

test('metrics, their reference and their change are in the text', () => {
  expect(filled('**{{ins}}** after {{ ins.reference }}, {{ins.change}}; {{captureRate}}')).toBe(
    '**120** after 100, \\+20.0%; 20.0%',
  )
})

test('filters are named as the reader knows them', () => {
  expect(filled('{{param.locals}} since {{param.since}}; {{param.client}}')).toBe(
    'Gran Vía, Passeig de Gràcia since 09/11; 4',
  )
})

test('the value of a filter is never markup', () => {
  expect(filled('{{param.note}}')).toBe(String.raw`\<b\>\*bold\*\</b\>`)
})

test('an unknown value is a dash', () => {
  expect(filled('{{param.none}} {{param.empty}} {{nothing}} {{param.constructor}}')).toBe('– – – –')
})

test('without data it is a text alone, with no passport', () => {
  const projection = project({ markdown: '# Hello', names: [] }, {}, context)
  expect(projection).toEqual({
    columns: [{ id: 'text', label: 'Text', format: 'text', role: 'dim' }],
    rows: [['# Hello']],
    category: 'text',
    summary: 'Hello',
  })
})
