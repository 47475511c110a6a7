import { expect, test } from 'vitest'
import { knownNames } from './known-names.ts'

test('a name in one language is known in the others', () => {
  const newYear = knownNames('Año Nuevo')
  expect(newYear).toMatchObject({ es: 'Año Nuevo', en: "New Year's Day", it: 'Capodanno', cs: 'Nový rok' })
  expect(knownNames("New Year's Day")).toEqual(newYear)
  expect(knownNames('Viernes Santo').pt).toBe('Sexta-Feira Santa')
})
test('a name that only its country has, or a person wrote, is left alone', () =>
  expect([knownNames('Fiesta de la tienda'), knownNames('')]).toEqual([{}, {}]))
