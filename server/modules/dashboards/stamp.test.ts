import { expect, test } from 'vitest'
import { renamed, stamped } from './stamp.ts'

test('what a document has is replaced in place, and every other byte stays', () => {
  const text = '{ // ours\n  "name" : "old",\n  "_id": "x",  "revision": 3 , "widgets": { "name": "old" } }\n'
  expect(stamped(text, { _id: 'new-id', revision: 4, name: 'new "name"' })).toBe(
    '{ // ours\n  "name" : "new \\"name\\"",\n  "_id": "new-id",  "revision": 4 , "widgets": { "name": "old" } }\n',
  )
  expect(stamped(text, {})).toBe(text)
})

test('what it lacks is put in front, in one line, also into an empty one', () => {
  expect(stamped('{"widgets":{}}', { _id: 'a', revision: 1 })).toBe('{"_id": "a", "revision": 1, "widgets":{}}')
  expect(stamped('{}', { _id: 'a', revision: 1 })).toBe('{"_id": "a", "revision": 1}')
  expect(stamped('{"revision":1}', { _id: 'a', revision: 22 })).toBe('{"_id": "a", "revision":22}')
})

test('what is no object is left as it is', () => {
  for (const text of ['', '[]', '7', 'null', '"x"']) expect(stamped(text, { _id: 'a' })).toBe(text)
})

test('a copy with a name of its own loses the words of the old one in every language, unless something else shows them', () => {
  const text = (more = '') =>
    `{ "name": "t:title",\n  "i18n": { "es": { "title": "Uno", "a": "A" },\n    "cs": { "title": "Jedna" } }${more} }`
  expect(renamed(text(), 'Mine')).toBe('{ "name": "Mine",\n  "i18n": { "es": {"a": "A" },\n    "cs": { } } }')
  for (const more of [', "widgets": { "a": { "title": "t:title" } }', ', "layout": ["t:title"]'])
    expect(renamed(text(more), 'Mine')).toBe(stamped(text(more), { name: 'Mine' }))
  for (const plain of [
    '{"name":"Old","i18n":{"es":{"Old":"x"}}}',
    '{"name":"t:title"}',
    '[]',
    '{"name":"t:a","i18n":7}',
  ])
    expect(renamed(plain, 'Mine')).toBe(stamped(plain, { name: 'Mine' }))
})
