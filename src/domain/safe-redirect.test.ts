import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

const ORIGIN = 'https://aforo.test'

test.each([
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  ['java', 'script:alert(1)'].join(''),
  '\\\\evil.test',
  '/\tevil',
  '',
  'users',
  '/..//evil.test',
  '/%2e%2e//evil.test',
  '/.%2E//evil.test',
  '/./\\evil.test',
  '/.//evil.test',
  '/x/..//evil.test',
  '/%2e//evil.test/..//',
  '/users/../..//evil.test?x#y',
  '/..///evil.test',
])('%j leads home instead', (target) => {
  expect(safeRedirect(target, ORIGIN)).toBe('/')
})

test('dot segments that stay below the root are followed', () => {
  expect(safeRedirect('/users/./foot/../admin', ORIGIN)).toBe('/users/admin')
})

test('no target leads home', () => expect(safeRedirect(null, ORIGIN)).toBe('/'))

test('a path of this origin is followed with its query and hash', () => {
  expect(safeRedirect('/users/foot/dashboards/view/foot-compare?client=3#kpi', ORIGIN)).toBe(
    '/users/foot/dashboards/view/foot-compare?client=3#kpi',
  )
})

test('every redirect stays on this origin', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.string().map((text) => `/${text}`),
    fc.string().map((text) => `//${text}`),
    fc.string().map((text) => `/\\${text}`),
    // Paths of the parts that browsers resolve.
    fc
      .array(
        fc.constantFrom(
          '/',
          '//',
          '..',
          '.',
          '%2e',
          '%2E%2e',
          '.%2e',
          'evil.test',
          'x',
          '\\',
          '?',
          '#',
          ':',
          '@',
          ';',
          '%2f',
          '%5c',
        ),
        { maxLength: 8 },
      )
      .map((parts) => `/${parts.join('')}`),
    fc
      .array(fc.constantFrom('..', '.', '%2e%2e', '', 'evil.test'), { maxLength: 6 })
      .map((parts) => `/${parts.join('/')}`),
  )
  fc.assert(
    fc.property(hostile, (target) => {
      const answer = safeRedirect(target, ORIGIN)
      expect(answer.startsWith('/') && !answer.startsWith('//')).toBe(true)
      expect(new URL(answer, ORIGIN).origin).toBe(ORIGIN)
    }),
    { numRuns: 5000 },
  )
})
