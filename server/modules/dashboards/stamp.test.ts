import { expect, test } from 'vitest'
import { stamped } from './stamp.ts'

test('what a document has is replaced where it stands, and every other byte stays', () => {
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
