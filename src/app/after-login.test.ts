import { expect, test } from 'vitest'
import type { Me } from '#schemas/generated/entities/me.ts'
import { afterLogin } from './after-login.ts'

const person = (properties: object, roles: string[] = ['basic']) =>
  ({
    id: 1,
    username: 'ana@aforo.test',
    role: roles[0],
    roles,
    loginType: 'password',
    properties: { lang: 'es', demo: false, ...properties },
  }) as unknown as Me
const pathOf = (flag: string) => (flag === 'hasRenfeDash' ? undefined : `/users/${flag}`)
const lead = (me: Me, redirect: string | null = null) => afterLogin(me, redirect, 'https://aforo.test', pathOf)

test('a redirect target of this origin comes first; any other leads home, also against the preference of the account', () => {
  const me = person({ postLogin: 'footCompare', footCompare: true })
  expect([lead(me, '/users/x?y=1'), lead(me, 'https://evil.test'), lead(me, '//evil.test')]).toEqual([
    '/users/x?y=1',
    '/',
    '/',
  ])
})

test('without a target the account’s start is opened, if its flag is given', () => {
  expect(lead(person({ postLogin: 'footCompare', footCompare: true }))).toBe('/users/footCompare')
  expect(lead(person({ postLogin: 'footCompare', footCompare: false }))).toBe('/')
  expect(lead(person({ postLogin: 'buildingTrace' }, ['admin']))).toBe('/users/wiTrace')
})

test.each([
  ['footStatus', 'footStatus'],
  ['automotive', 'hasAutomotive'],
  ['bigVenues', 'hasBigVenues'],
  ['occupancy', 'occupancyDashboard'],
  ['zonesOccupancy', 'zonesOccupancyDashboard'],
  ['buildingTrace', 'wiTrace'],
])('the start %s is the page of %s', (postLogin, flag) => {
  expect(lead(person({ postLogin, [flag]: true }))).toBe(`/users/${flag}`)
})

test('an account without a start, or one whose page is not there, goes home', () => {
  expect(lead(person({ footCompare: true }))).toBe('/')
  expect(
    afterLogin(person({ postLogin: 'footStatus', footStatus: true }), null, 'https://aforo.test', () => undefined),
  ).toBe('/')
})
