import { expect, test } from 'vitest'
import { afterTokenChange, languageFor } from './session-rules.ts'

const owner = (id: number) => () => Promise.resolve({ id })
const never = () => Promise.reject(new Error('not asked'))

test('the same person signing in again in another tab is not thrown out here', async () =>
  expect(await afterTokenChange({ id: 3 }, 'new', owner(3))).toBe('stay'))
test('another account signing in elsewhere reloads this tab', async () =>
  expect(await afterTokenChange({ id: 3 }, 'new', owner(4))).toBe('reload'))
test('a sign-out elsewhere leads to login', async () =>
  expect(await afterTokenChange({ id: 3 }, null, never)).toBe('login'))
test('a tab at login continues after a sign-in elsewhere, and otherwise stays', async () => {
  expect([await afterTokenChange(null, 'new', never), await afterTokenChange(null, null, never)]).toEqual([
    'reload',
    'stay',
  ])
})

test('the language after a sign-in is that of the login page if one was chosen there, else the last choice here, else the account’s', () => {
  expect([
    languageFor('pt', 'cs', 'it'),
    languageFor('pt', 'cs', null),
    languageFor('pt', null, null),
    languageFor('pt', 'xx', null),
  ]).toEqual(['it', 'cs', 'pt', 'pt'])
})
