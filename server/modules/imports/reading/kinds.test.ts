import { expect, test } from 'vitest'
import { kindOf } from './kinds.ts'

test.each([
  ['people', 'Ped peds pedestrian Pedestrians people person persons walk foot peatón peatones personas'],
  ['bicycle', 'bike Bikes bicycle bicycles cyclist cyclists cycle bici bicis bicicleta bicicletas ciclistas'],
  ['car', 'car Cars vehicle vehicles auto autos coche coches vehículo vehículos motor'],
  ['other', 'scooter x 1 pedestrian-area'],
])('of %s speak %s', (kind, words) => {
  for (const word of words.split(' ')) expect([word, kindOf(` ${word} `)]).toEqual([word, kind])
})

test('an empty cell says nothing', () => {
  expect(['', '  '].map(kindOf)).toEqual([null, null])
})
