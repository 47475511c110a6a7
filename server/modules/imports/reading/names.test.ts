import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disarmed } from '#domain/csv'
import { createNames, nameFrom, tidy } from './names.ts'

test('a name that export made harmless is the name again, whichever way the file is read', () => {
  const hostile = fc.oneof(
    fc.stringMatching(/^['=+\-@＝＋－＠ x0-9]{1,6}$/),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
  )
  fc.assert(
    fc.property(
      hostile.filter((name) => tidy(name) !== ''),
      (name) => {
        expect(nameFrom(disarmed(name))).toBe(tidy(name))
        const names = createNames()
        expect(names.of(disarmed(name)).number).toBe(names.of(name.startsWith("'") ? disarmed(name) : name).number)
        expect(names.list).toEqual([tidy(name)])
      },
    ),
    { numRuns: 2000 },
  )
})

test('a name that was renamed is found by the name that export made harmless', () => {
  const names = createNames({ '=Norte': 'North' })
  expect([names.of("'=Norte"), names.list]).toEqual([{ number: 0, renamed: true }, ['North']])
})
