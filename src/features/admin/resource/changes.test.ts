import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MODULES } from '../../../../server/modules/index.ts'
import { isResource } from '../../../../server/resource/description.ts'
import { changesIn } from './changes.ts'
import { textOfField } from './field-text.ts'
import { NOUNS } from '../nouns.ts'

const resources = MODULES.filter(isResource).map(({ resource }) => resource)

test('an entry of the audit log says which fields were changed, as they were and as they are', () => {
  expect(changesIn({ details: { id: 7, name: 'Sur', client: 2, before: { name: 'Norte', client: 1 } } })).toEqual([
    { name: 'name', before: 'Norte', after: 'Sur' },
    { name: 'client', before: 1, after: 2 },
  ])
  expect(changesIn({ details: { id: 7, name: 'Sur' } })).toEqual([])
})

test('of records only the differences are reported, each value with the name of its column or its own', () => {
  const data = { oldId: '7', floor: 2, note: 'x' }
  const details = { data: { ...data, oldId: '8', note: undefined }, before: { data } }
  const [change] = changesIn({ details: JSON.parse(JSON.stringify(details)) as typeof details })
  expect(change).toEqual({ name: 'data', before: { oldId: '7', note: 'x' }, after: { oldId: '8' } })
  const columns = [{ attr: 'data.oldId', label: 'Old id' }]
  const of = (value: unknown) =>
    textOfField(
      { name: 'data', value, entity: { id: 7 }, columns, words: 'noun-x:', empty: '–' },
      { t: (key: string) => key, format: {} as never },
    )
  expect([of(change?.before), of(change?.after), of({})]).toEqual(['Old id: 7, note: x', 'Old id: 8', '–'])
})

test('a value is written as the list writes it, and a missing one as missing', () => {
  const t = (key: string) => key
  const words = { t, format: {} as never }
  const entity = { id: 7, client: 1 }
  const columns = [
    { attr: 'client', label: '', value: ({ client }: typeof entity) => ({ 1: 'Uno', 2: 'Dos' })[client] },
  ]
  const of = (name: string, value: unknown) =>
    textOfField({ name, value, entity, columns, words: 'noun-x:', empty: '–' }, words)
  expect([of('client', 2), of('client', null), of('points', {}), of('status', 'sent'), of('tags', ['a', 'b'])]).toEqual(
    ['Dos', '–', '–', 'noun-x:states.sent', 'a, b'],
  )
})

/** Facts about an entry besides its fields. */
const BESIDES: Readonly<Record<string, readonly string[]>> = { orders: ['local'] }

test.each(NOUNS.map(({ name, noun }) => [name, noun] as const))(
  '%s: every field that its history can name has a word in six languages',
  (name, noun) => {
    const texts = JSON.parse(readFileSync(`src/features/admin/${name}/texts.json`, 'utf8')) as Record<string, object>
    const found = resources.find((resource) => resource.noun === noun)
    const draft = `schemas/api/local-record-draft.schema.json`
    const fields =
      found === undefined
        ? Object.keys((JSON.parse(readFileSync(draft, 'utf8')) as { properties: object }).properties)
        : [
            ...Object.keys(found.columns as object),
            ...Object.values(found.machine?.fields ?? {}),
            ...(BESIDES[name] ?? []),
          ]
    for (const [language, words] of Object.entries(texts))
      expect([
        language,
        fields.filter((field) => field !== 'updatedAt' && !Object.hasOwn(words, `field.${field}`)),
      ]).toEqual([language, []])
  },
)
