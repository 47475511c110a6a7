import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

const ORIGIN = 'https://aforo.test'

test.each(['https://evil.test/', '//evil.test', '/\\evil.test', ['java', 'script:alert(1)'].join(''), '\\\\evil.test', '/\tevil', '', 'users'])('%j leads home instead', (target) => {
  expect(safeRedirect(target, ORIGIN)).toBe('/')
})

test('no target leads home', () => expect(safeRedirect(null, ORIGIN)).toBe('/'))

test('a path of this origin is followed with its query and hash', () => {
  expect(safeRedirect('/users/foot/dashboards/view/foot-compare?client=3#kpi', ORIGIN)).toBe('/users/foot/dashboards/view/foot-compare?client=3#kpi')
})

test('whatever is asked for, the answer stays on this origin', () => {
  const hostile = fc.oneof(fc.string(), fc.webUrl(), fc.string().map((text) => `/${text}`), fc.string().map((text) => `//${text}`), fc.string().map((text) => `/\\${text}`))
  fc.assert(fc.property(hostile, (target) => {
    const answer = safeRedirect(target, ORIGIN)
    expect(answer.startsWith('/') && !answer.startsWith('//')).toBe(true)
    expect(new URL(answer, ORIGIN).origin).toBe(ORIGIN)
  }), { numRuns: 5000 })
})
