import type { AccessFlag } from '#domain/access'
import { matchRoutes, type RouteObject } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  barFor,
  backgroundOf,
  cardlessFor,
  DESTINATIONS,
  destinationsFor,
  isBuilt,
  learnRoutes,
  otherScreensFor,
  ownAccountPath,
  pathOf,
  screenNameOf,
  sectionsFor,
  unbuiltFlags,
  unbuiltFor,
} from './navigation.ts'
import { NOT_PICTURED, PAGES } from '../../scripts/screens/pages.ts'
import { NOUNS } from '../features/admin/nouns.ts'
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
afterEach(() => learnRoutes(routes))

const account = (flags: readonly AccessFlag[], roles: readonly string[] = ['basic']) => ({
  id: 7,
  roles,
  properties: Object.fromEntries(flags.map((flag) => [flag, true])),
})
const WITHOUT_FLAGS = account([])
const ADMIN = account([], ['admin'])
/** As if every page were built. */
const everything = () =>
  learnRoutes(
    DESTINATIONS.map(({ path, flag, admin }) => ({
      path,
      handle: { ...(flag !== undefined && { flag }), ...(admin !== undefined && { admin }), title: 'x' },
      element: null,
    })),
  )
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

/** Home as copied from the specification (spec 1, section 2): section, card, flag. */
const CARDS = [
  ['corporate', 'corporate', 'wiTrace'],
  ['corporate', 'chatbot', 'peakassoChatbot'],
  ['corporate', 'corporateReports', 'wiTraceCorporateReport'],
  ['corporate', 'occupancyDownloads', 'wiTraceLaptopOccupancyDownload'],
  ['realTime', 'screens', 'rtList'],
  ['realTime', 'apps', 'experienceList'],
  ['realTime', 'occupancy', 'occupancyDashboard'],
  ['realTime', 'zonesOccupancy', 'zonesOccupancyDashboard'],
  ['automotive', 'automotive', 'hasAutomotive'],
  ['automotive', 'automotiveDownloads', 'hasAutomotiveDownload'],
  ['retail', 'bigVenues', 'hasBigVenues'],
  ['retail', 'compare', 'footCompare'],
  ['retail', 'downloads', 'canDownload'],
  ['retail', 'campaigns', 'campaignManager'],
  ['management', 'admin', null],
  ['management', 'status', 'footStatus'],
  ['management', 'alerts', 'canAlerts'],
  ['management', 'uploads', 'canUpload'],
  ['others', 'transport', 'hasRenfeDash'],
] as const

test('the cards are those of the specification, each in its section behind its flag', () => {
  expect(
    DESTINATIONS.filter(({ isCard }) => isCard).map(({ section, id, flag = null }) => [section, id, flag]),
  ).toEqual(CARDS.map((one) => [...one]))
  expect(DESTINATIONS.filter(({ admin }) => admin === true).map(({ id }) => id)).toEqual(['admin'])
})

test('a person without flags is shown nothing, on any build', () => {
  everything()
  expect([
    sectionsFor(WITHOUT_FLAGS),
    barFor(WITHOUT_FLAGS),
    destinationsFor(WITHOUT_FLAGS),
    otherScreensFor(WITHOUT_FLAGS),
  ]).toEqual([[], [], [], []])
})

test.each(CARDS.filter(([, , flag]) => flag !== null))(
  'section %s shows %s to who has %s, and no other card',
  (section, id, flag) => {
    everything()
    // A flag that needs another is nothing alone.
    const given: readonly AccessFlag[] =
      flag === 'hasAutomotiveDownload' ? ['hasAutomotive', flag] : [flag as AccessFlag]
    const shown = sectionsFor(account(given)).flatMap((one) => one.cards.map((card) => [one.section, card.id]))
    expect(shown).toEqual(
      flag === 'hasAutomotiveDownload'
        ? [
            ['automotive', 'automotive'],
            [section, id],
          ]
        : [[section, id]],
    )
  },
)

test('an administrator sees every card except the two that are given by name, and gets those by name', () => {
  everything()
  const cards = CARDS.map(([, id]) => id as string)
  expect(sectionsFor(ADMIN).flatMap((one) => ids(one.cards))).toEqual(
    cards.filter((id) => id !== 'campaigns' && id !== 'transport'),
  )
  expect(sectionsFor(ADMIN).map(({ section }) => section)).not.toContain('others')
  expect(sectionsFor(account(['campaignManager', 'hasRenfeDash'], ['admin'])).flatMap((one) => ids(one.cards))).toEqual(
    cards,
  )
})

test('the top bar has Admin, Corporate, Compare, Status, Automotive and Big venues, each by its flag', () => {
  everything()
  expect(ids(barFor(ADMIN))).toEqual(['admin', 'corporate', 'compare', 'status', 'automotive', 'bigVenues'])
  expect(ids(barFor(account(['footStatus', 'canDownload', 'footCompare'])))).toEqual(['compare', 'status'])
})

test('every flag that opens a page is in the data; the two others change what a page can do', () => {
  const inside: readonly string[] = ['canModifyOccupancyDashboard', 'wiTraceBuildingMap']
  const opening = new Set(DESTINATIONS.flatMap(({ flag }) => flag ?? []))
  const all = [
    'canAlerts',
    'canUpload',
    'canDownload',
    'footCompare',
    'footStatus',
    'campaignManager',
    'rtList',
    'experienceList',
    'hasAutomotive',
    'hasAutomotiveTendency',
    'hasAutomotiveAnalysis',
    'hasAutomotiveDownload',
    'hasAutomotiveForecast',
    'hasBigVenues',
    'occupancyDashboard',
    'zonesOccupancyDashboard',
    'canModifyOccupancyDashboard',
    'hasRenfeDash',
    'wiTrace',
    'wiTraceLaptopOccupancyDownload',
    'wiTraceCorporateReport',
    'wiTraceBuildingMap',
    'scheduleManager',
    'peakassoChatbot',
  ]
  expect([...opening].sort()).toEqual(all.filter((flag) => !inside.includes(flag)).sort())
})

test('only pages with a route are shown, and the route requires the same rights as the card', () => {
  const built = DESTINATIONS.filter(({ path }) => isBuilt(path))
  expect(ids(built)).toContain('compare')
  for (const { path, flag, admin } of built) {
    const branch = matchRoutes(routes, path)
    expect(branch?.at(-1)?.pathname).toBe(path)
    const rules = screensOf(routes).find((screen) => screen.path === path)?.rules
    expect(rules?.length).toBeGreaterThan(0)
    expect(rules?.every((rule) => rule.flag === flag && rule.admin === admin)).toBe(true)
  }
  const shown = [...destinationsFor(ADMIN), ...destinationsFor(account(['campaignManager', 'hasRenfeDash']))]
  expect(shown.every(({ path }) => isBuilt(path))).toBe(true)
})

/** Today's pages, listed: card and flag. Future areas are not among them. */
const BUILT = [
  ['realTime', 'occupancy', 'occupancyDashboard'],
  ['retail', 'compare', 'footCompare'],
  ['retail', 'downloads', 'canDownload'],
  ['retail', 'campaigns', 'campaignManager'],
  ['management', 'status', 'footStatus'],
  ['management', 'alerts', 'canAlerts'],
  ['management', 'uploads', 'canUpload'],
  ['others', 'transport', 'hasRenfeDash'],
] as const

test.each(BUILT)(
  'with the routes there are, section %s shows %s to an account with %s, and nothing else',
  (section, id, flag) => {
    expect(sectionsFor(account([flag])).flatMap((one) => one.cards.map((card) => [one.section, card.id]))).toEqual([
      [section, id],
    ])
    expect(sectionsFor(WITHOUT_FLAGS)).toEqual([])
  },
)

test('with the routes there are, an administrator sees administration and every built card but campaigns, a flag of an area to come opens nothing', () => {
  expect(sectionsFor(ADMIN).map((one) => [one.section, ids(one.cards)])).toEqual([
    ['realTime', ['occupancy']],
    ['retail', ['compare', 'downloads']],
    ['management', ['admin', 'status', 'alerts', 'uploads']],
  ])
  const later = CARDS.flatMap(([, id, flag]) =>
    flag === null || BUILT.some(([, built]) => built === id) ? [] : [flag as AccessFlag],
  )
  expect(later).toHaveLength(10)
  expect([sectionsFor(account(later)), barFor(account(later)), destinationsFor(account(later))]).toEqual([[], [], []])
})

test('with the routes there are, the top bar has Admin, Compare and Status, each by its flag', () => {
  expect(ids(barFor(ADMIN))).toEqual(['admin', 'compare', 'status'])
  expect([
    ids(barFor(account(['footStatus', 'canDownload']))),
    ids(barFor(account(['footCompare']))),
    barFor(WITHOUT_FLAGS),
  ]).toEqual([['status'], ['compare'], []])
})

test('with the routes there are, an administrator’s name leads to their own edit page, and no other name does', () => {
  expect([ownAccountPath(ADMIN), ownAccountPath(WITHOUT_FLAGS)]).toEqual(['/users/admin/users/7/edit', undefined])
  const branch = matchRoutes(routes, '/users/admin/users/7/edit')
  expect(branch?.at(-1)?.params).toEqual({ id: '7' })
})

test('every address of the specification that is built leads to a separate page, behind its flag', () => {
  const doorsOf = (path: string) =>
    screensOf(routes)
      .find((screen) => screen.path === path)
      ?.rules.map(({ flag, admin }) => [flag, admin])
  expect(
    Object.fromEntries(
      [
        '/users/alerts/manage',
        '/users/downloads/manage',
        '/users/uploads/manage',
        '/users/management/schedule',
        '/users/campaigns',
      ].map((path) => [path, doorsOf(path)?.flat().filter(Boolean)]),
    ),
  ).toEqual({
    '/users/alerts/manage': ['canAlerts'],
    '/users/downloads/manage': ['canDownload'],
    '/users/uploads/manage': ['canUpload'],
    '/users/management/schedule': ['scheduleManager'],
    '/users/campaigns': ['campaignManager'],
  })
})

test('a destination without a page is nowhere: no card, no entry, no start after login', () => {
  learnRoutes([
    { path: '/users/uploads/manage', handle: { flag: 'canUpload' }, element: null },
    { path: '/users/alerts/manage', loader: () => null },
  ])
  expect(sectionsFor(ADMIN)).toEqual([
    { section: 'management', cards: [DESTINATIONS.find(({ id }) => id === 'uploads')] },
  ])
  expect(barFor(ADMIN)).toEqual([])
  expect([pathOf('footStatus'), pathOf('canAlerts'), pathOf('canUpload')]).toEqual([
    undefined,
    undefined,
    '/users/uploads/manage',
  ])
})

test('a right without a page is marked as such, and one inside another page follows that page', () => {
  learnRoutes([
    { path: '/users/dashboards/occupancy', element: null },
    { path: '/users/uploads/manage', element: null },
  ])
  const unbuilt = unbuiltFlags()
  expect(
    ['occupancyDashboard', 'canModifyOccupancyDashboard', 'canUpload'].filter((flag) =>
      unbuilt.has(flag as AccessFlag),
    ),
  ).toEqual([])
  expect(
    ['wiTrace', 'wiTraceBuildingMap', 'canAlerts', 'hasAutomotive'].filter((flag) => !unbuilt.has(flag as AccessFlag)),
  ).toEqual([])
  everything()
  expect([...unbuiltFlags()]).toEqual([])
})

test('the flags of today without a page are exactly those of areas that come later', () => {
  learnRoutes(routes)
  expect([...unbuiltFlags()].sort()).toEqual([
    'experienceList',
    'hasAutomotive',
    'hasAutomotiveAnalysis',
    'hasAutomotiveDownload',
    'hasAutomotiveForecast',
    'hasBigVenues',
    'peakassoChatbot',
    'rtList',
    'wiTrace',
    'wiTraceBuildingMap',
    'wiTraceCorporateReport',
    'wiTraceLaptopOccupancyDownload',
    'zonesOccupancyDashboard',
  ])
})

test('a granted flag without a page is known by name', () => {
  learnRoutes(routes)
  expect(ids(unbuiltFor(account(['wiTrace', 'footCompare', 'rtList'])))).toEqual(['corporate', 'screens'])
  expect(unbuiltFor(ADMIN)).toEqual([])
  expect([screenNameOf('wiTrace'), screenNameOf('footCompare'), screenNameOf('wiTraceBuildingMap')]).toEqual([
    'home:screen.corporate',
    'home:screen.compare',
    undefined,
  ])
})

test('a page without a card is in the account menu of users who may open it', () => {
  expect(ids(cardlessFor(account(['scheduleManager', 'canUpload'])))).toEqual(['schedule'])
  expect(ids(cardlessFor(account(['canUpload'])))).toEqual([])
})

test('the palette offers other named pages to a user whom every access rule of their route admits', () => {
  learnRoutes([
    {
      path: '/users',
      children: [
        { index: true, handle: { title: 'home' }, element: null },
        {
          path: 'admin',
          handle: { admin: true },
          children: [
            { path: 'groups', handle: { title: 'groups' }, element: null },
            { path: 'groups/:id/edit', handle: { title: 'edit' }, element: null },
            { path: 'unnamed', element: null },
          ],
        },
      ],
    },
  ])
  expect(otherScreensFor(WITHOUT_FLAGS).map(({ path }) => path)).toEqual(['/users'])
  expect(otherScreensFor(ADMIN).map(({ path }) => path)).toEqual(['/users', '/users/admin/groups'])
})

test('an administrator’s name leads to their own edit page, once there is one; no other name does', () => {
  learnRoutes([])
  expect(ownAccountPath(ADMIN)).toBeUndefined()
  learnRoutes([{ path: '/users/admin/users/:id/edit', handle: { admin: true }, element: null }])
  expect([ownAccountPath(ADMIN), ownAccountPath(WITHOUT_FLAGS)]).toEqual(['/users/admin/users/7/edit', undefined])
})

test('corporate, big venues, prediction playground and the editing of integrations are on a deeper ground', () => {
  expect(
    [
      '/users/dashboards/corporate/people',
      '/users/dashboards/big-venues',
      '/users/admin/prediction-playground',
      '/users/admin/integrations/edit/3',
    ].map(backgroundOf),
  ).toEqual(['deep', 'deep', 'deep', 'deep'])
  expect(['/users', '/users/admin/integrations', '/users/foot/dashboards/view/foot-compare'].map(backgroundOf)).toEqual(
    ['plain', 'plain', 'plain'],
  )
})

test('each page has a picture of npm run screens, or a reason to have none', () => {
  const said = new Set([...Object.values(PAGES).map(({ route }) => route), ...Object.keys(NOT_PICTURED)])
  // The pages of a described noun are those of all of them, and its stories show them: it may have a picture besides.
  const isDescribed = (path: string) => NOUNS.some(({ name }) => path.startsWith(`/users/admin/${name}`))
  const pages = new Set(screensOf(routes).map(({ path }) => path))
  expect([...said].filter((path) => !pages.has(path))).toEqual([])
  expect([...pages].filter((path) => !said.has(path) && !isDescribed(path))).toEqual([])
})
