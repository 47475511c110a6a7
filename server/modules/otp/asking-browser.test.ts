import { expect, test } from 'vitest'
import { newToken, secretsOf } from '../../lib/secrets.ts'
import { askingBrowsers } from './asking-browser.ts'

const secrets = secretsOf('k'.repeat(32), [])

test('the browser that asked for a code is known by a name that this server made', () => {
  const asking = askingBrowsers(secrets)
  const browser = asking.make()
  const cookie = asking.cookieOf(browser)
  expect([asking.of(cookie), cookie.split('.')[0]]).toEqual([browser, browser])
  const [, mark = ''] = cookie.split('.')
  const foreign = [
    null,
    '',
    browser,
    `${browser}.`,
    `${newToken()}.${mark}`,
    `${cookie}.x`,
    `${cookie}0`,
    `${browser}.0${mark}`,
    `x.${mark}`,
    askingBrowsers(secretsOf('o'.repeat(32), [])).cookieOf(browser),
  ]
  expect(foreign.map((one) => asking.of(one))).toEqual(foreign.map(() => null))
})
