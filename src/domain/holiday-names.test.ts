import { expect, test } from 'vitest'
import { holidayNames } from './holiday-names.ts'

const christmas = { name: 'Christmas Day', language: 'en' }

test('a day that is not kept is named as the calendar names it', () => {
  expect(holidayNames(undefined, christmas, 'es', 'en')).toEqual([{ text: 'Christmas Day', language: 'en' }])
})

test('a kept day has its name in the language of the reader first, then the one it is kept under', () => {
  expect(holidayNames('Natividad del Señor', christmas, 'es', 'en')).toEqual([
    { text: 'Christmas Day', language: 'en' },
    { text: 'Natividad del Señor', language: 'es' },
  ])
})

test('for a reader in the language of the place, or a name without translation, the stored name is enough', () => {
  const kept = [{ text: 'Natividad del Señor', language: 'es' }]
  expect(holidayNames('Natividad del Señor', { name: 'Navidad', language: 'es' }, 'es', 'es')).toEqual(kept)
  expect(holidayNames('Natividad del Señor', { name: 'Navidad', language: 'es' }, 'es', 'cs')).toEqual(kept)
  expect(holidayNames('Christmas Day', christmas, 'es', 'en')).toEqual([{ text: 'Christmas Day', language: 'es' }])
})

test('a day of the local alone has its own name, and one without a name has none', () => {
  expect(holidayNames('Inventario', undefined, 'es', 'en')).toEqual([{ text: 'Inventario', language: 'es' }])
  expect(holidayNames('', undefined, null, 'en')).toEqual([])
})
