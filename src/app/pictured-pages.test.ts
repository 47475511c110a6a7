/** `npm run screens` draws every page that the product has. */
import { type RouteObject } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { NOT_PICTURED, PAGES } from '../../scripts/screens/pages.ts'
import { screensOf } from './route-tree.ts'

// Both look at the document as soon as they are loaded.
vi.mock('./tracking.ts', () => ({ track: () => undefined, trackRoute: () => undefined }))
vi.mock('./host-brand.ts', () => ({
  hostTitle: () => 'Aforo',
  hostBrand: () => Promise.resolve(null),
  brandAtHand: () => null,
}))

let routes: RouteObject[] = []
beforeAll(async () => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  ;({ routes } = await import('./router.tsx'))
})

test('each page has a picture, or a reason to have none', () => {
  const said = new Set([...Object.values(PAGES).map(({ route }) => route), ...Object.keys(NOT_PICTURED)])
  expect([...said].toSorted()).toEqual([...new Set(screensOf(routes).map(({ path }) => path))].toSorted())
})
