import { expect, test } from 'vitest'
import { handleOf, loginPathFor } from './guards.ts'

test('a signed-out visitor comes back to where they wanted to go; the start page needs no way back', () => {
  expect(loginPathFor({ pathname: '/users/foot/dashboards/view/x', search: '?client=3' })).toBe(
    '/login?redirect=%2Fusers%2Ffoot%2Fdashboards%2Fview%2Fx%3Fclient%3D3',
  )
  expect([
    loginPathFor({ pathname: '/users', search: '' }),
    loginPathFor({ pathname: '/users/', search: '' }),
    loginPathFor({ pathname: '/', search: '' }),
  ]).toEqual(['/login', '/login', '/login'])
  expect(loginPathFor({ pathname: '/users', search: '?x=1' })).toBe('/login?redirect=%2Fusers%3Fx%3D1')
})

test('a page’s metadata is its own, then its parents’', () => {
  expect(
    handleOf([
      { handle: undefined },
      { handle: { flag: 'footCompare', title: 'a', background: 'deep' } },
      { handle: { title: 'b', navbar: false } },
    ]),
  ).toEqual({ flag: 'footCompare', title: 'b', background: 'deep', navbar: false })
})
