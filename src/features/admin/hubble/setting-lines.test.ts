import { expect, test } from 'vitest'
import { readLines, settingsToSend, writeLines } from './setting-lines.ts'

test('a line that is no setting is named', () => {
  expect(readLines('a = 1\nno setting')).toEqual({ wrong: 'no setting' })
  expect(readLines('= 1')).toEqual({ wrong: '= 1' })
  expect(readLines('__proto__ = 1')).toEqual({ wrong: '__proto__ = 1' })
})

test('settings are read with their blanks cut, comments and blank lines left out, and the last word on a name kept', () => {
  expect(readLines(' a = 1 \n\n# b = 2\nc=x=y\na = 3\nd =')).toEqual({ settings: { a: '3', c: 'x=y', d: '' } })
})

test('written settings are read back unchanged', () => {
  const settings = { server: 'https://a.test/?b=c', empty: '' }
  expect(readLines(writeLines(settings))).toEqual({ settings })
})

test('a stored secret that stays is sent as null, unless a line has it anew', () => {
  expect(settingsToSend({ model: 'a', pin: '2' }, ['pin', 'wifi_key'])).toEqual({
    pin: '2',
    wifi_key: null,
    model: 'a',
  })
})
