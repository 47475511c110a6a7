import fc from 'fast-check'
import { expect, test } from 'vitest'
import { found, PALETTE_GROUPS, type PaletteItem } from './find.ts'

const item = (group: PaletteItem['group'], label: string, hint?: string): PaletteItem => ({
  id: `${group}:${label}`,
  group,
  label,
  ...(hint !== undefined && { hint }),
  run: () => undefined,
})
const ITEMS = [
  item('actions', 'Cerrar sesión'),
  item('locals', 'Madrid Centro', 'Luna & Sol · MAD-01'),
  item('locals', 'Centro Comercial', 'Norte'),
  item('clients', 'Luna & Sol'),
  item('screens', 'Comparativa'),
  item('screens', 'Inicio'),
  item('dashboards', 'Puertas', 'Norte · #semanal'),
]
const labels = (search: string) => found(ITEMS, search).map(({ label }) => label)

test('an unknown name finds nothing', () => {
  expect(labels('zzz')).toEqual([])
  expect(labels('centro zzz')).toEqual([])
})

test('before anything is typed, pages and actions are offered, no brand and no store', () => {
  expect(labels('')).toEqual(['Comparativa', 'Inicio', 'Cerrar sesión'])
  expect(labels('   ')).toEqual(['Comparativa', 'Inicio', 'Cerrar sesión'])
})

test('accents and case do not matter, and pages come before brands, stores and actions', () => {
  expect(labels('SESION')).toEqual(['Cerrar sesión'])
  expect(labels('c')).toEqual(['Comparativa', 'Inicio', 'Centro Comercial', 'Madrid Centro', 'Cerrar sesión'])
})

test('a name that begins with the search comes before one that holds it', () => {
  expect(labels('centro')).toEqual(['Centro Comercial', 'Madrid Centro'])
})

test('a store is found by its brand and by its code', () => {
  expect(labels('luna')).toEqual(['Luna & Sol', 'Madrid Centro'])
  expect(labels('mad-01')).toEqual(['Madrid Centro'])
})

test('a dashboard is found by its folder and its tags, before brands and stores', () => {
  expect(labels('#semanal')).toEqual(['Puertas'])
  expect(labels('norte')).toEqual(['Puertas', 'Centro Comercial'])
})

test('the order of the groups holds for any search, and no group grows beyond its size', () => {
  const many = PALETTE_GROUPS.flatMap((group) =>
    Array.from({ length: 40 }, (_, at) => item(group, `a${at} b${at % 3}`)),
  )
  fc.assert(
    fc.property(fc.constantFrom('a', 'b1', 'a1', '1', 'a b', ''), (search) => {
      const groups = found(many, search).map(({ group }) => PALETTE_GROUPS.indexOf(group))
      expect(groups).toEqual(groups.toSorted((a, b) => a - b))
      expect(groups.length).toBeLessThanOrEqual(40)
    }),
  )
})
