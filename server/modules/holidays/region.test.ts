import { expect, test } from 'vitest'
import { regionNamed } from './region.ts'

const REGIONS = [
  { code: 'CN', names: ['Islas Canarias', 'Canary Islands'] },
  { code: 'CN.TE', names: ['Islas Canarias · Tenerife'] },
  { code: 'CT', names: ['Cataluña', 'Catalunya'] },
  { code: 'SA', names: ['Sachsen'] },
  { code: 'ST', names: ['Sachsen-Anhalt'] },
  { code: 'NI', names: ['Niedersachsen'] },
]

test('the region of an address is found by its name in any language, without accents, and by a part of it that only one has', () => {
  expect(
    ['Catalunya', 'cataluna', 'Canarias', 'Sachsen', 'Sachsen Anhalt', 'Niedersachsen'].map((name) =>
      regionNamed(name, REGIONS),
    ),
  ).toEqual(['CT', 'CT', 'CN', 'SA', 'ST', 'NI'])
})

test('no region is guessed from an unknown name, and never from a part of one', () => {
  expect([null, '', ' - ', 'Tenerife', 'Atlantis', 'Islas'].map((name) => regionNamed(name, REGIONS))).toEqual([
    null,
    null,
    null,
    null,
    null,
    'CN',
  ])
})
