/**
 * Where a person can go, as data: every destination of the specification with what it asks of those who enter. Home,
 * top bar, palette and guards ask the same rule (`#domain/access`), and only what has a route is shown, so that no link
 * is dead.
 */
import { ACCESS_FLAGS, type AccessFlag, type Account, danglingFlags, type AccessRule, mayOpen } from '#domain/access'
import type { RouteObject } from 'react-router'
import boards from '../../layouts/templates/list.json' with { type: 'json' }
import { type Screen, screensOf } from './route-tree.ts'

const SECTIONS = ['corporate', 'realTime', 'automotive', 'retail', 'management', 'others'] as const
export type Section = (typeof SECTIONS)[number]

export interface Destination extends AccessRule {
  /** Also names its texts: `home:screen.<id>`, `home:text.<id>`, and its icon (`#ui/icons/areas.tsx`). */
  readonly id: string
  readonly section: Section
  readonly path: string
  /** A card on home. The others are reached from another page, the palette or the address. */
  readonly isCard: boolean
  /** An entry of the top bar, and where it is there. */
  readonly bar?: number
}

/** Addresses of the dashboards with a reserved id. */
export const FIXED = '/users/foot/dashboards/view'
/** Built-in documents with a URL of the specification. */
export const DOCUMENT_PATHS: Readonly<Record<string, string>> = {
  occupancy: '/users/dashboards/occupancy',
  transport: '/users/dashboards/transport',
  renfe: '/users/dashboards/renfe',
  'monthly-tendency': '/users/dashboards/automotive/monthly-tendency',
}
/** Ids of the boards to start from, in the order in which they are offered. */
export const BOARDS: readonly string[] = boards
/** Address of a document with any other id. */
export const documentPath = (id: string): string => DOCUMENT_PATHS[id] ?? `${FIXED}/${id}`
export const COMPARE_PATH = `${FIXED}/foot-compare`

const card = (section: Section, id: string, path: string, rule: AccessRule, bar?: number): Destination => ({
  id,
  section,
  path,
  ...rule,
  isCard: true,
  ...(bar !== undefined && { bar }),
})
const page = (section: Section, id: string, path: string, rule: AccessRule): Destination => ({
  id,
  section,
  path,
  ...rule,
  isCard: false,
})

/** In the order of the sections and of the cards in them (spec 1, "Home"; paths of spec 2, section 2). */
export const DESTINATIONS: readonly Destination[] = [
  card('corporate', 'corporate', '/users/dashboards/corporate', { flag: 'wiTrace' }, 2),
  card('corporate', 'chatbot', '/users/dashboards/corporate/chatbot', { flag: 'peakassoChatbot' }),
  card('corporate', 'corporateReports', '/users/dashboards/corporate/report', { flag: 'wiTraceCorporateReport' }),
  card('corporate', 'occupancyDownloads', '/users/dashboards/corporate/downloads', {
    flag: 'wiTraceLaptopOccupancyDownload',
  }),

  card('realTime', 'screens', '/users/dashboards/occupancy-list', { flag: 'rtList' }),
  card('realTime', 'apps', '/users/dashboards/experience-list', { flag: 'experienceList' }),
  card('realTime', 'occupancy', documentPath('occupancy'), { flag: 'occupancyDashboard' }),
  card('realTime', 'zonesOccupancy', '/users/dashboards/zonesrt', { flag: 'zonesOccupancyDashboard' }),

  card('automotive', 'automotive', '/users/dashboards/automotive', { flag: 'hasAutomotive' }, 5),
  card('automotive', 'automotiveDownloads', '/users/dashboards/automotive/download', { flag: 'hasAutomotiveDownload' }),
  page('automotive', 'automotiveForecast', '/users/dashboards/automotive/forecast', { flag: 'hasAutomotiveForecast' }),
  page('automotive', 'automotiveTendency', '/users/dashboards/automotive/monthly-tendency', {
    flag: 'hasAutomotiveTendency',
  }),
  page('automotive', 'automotiveAnalysis', '/users/dashboards/automotive/monthly-analysis', {
    flag: 'hasAutomotiveAnalysis',
  }),

  card('retail', 'bigVenues', '/users/dashboards/big-venues', { flag: 'hasBigVenues' }, 6),
  card('retail', 'compare', COMPARE_PATH, { flag: 'footCompare' }, 3),
  page('retail', 'exits', `${FIXED}/foot-exits`, { flag: 'footCompare' }),
  page('retail', 'sales', `${FIXED}/foot-sales`, { flag: 'footCompare' }),
  page('retail', 'trafficOverview', `${FIXED}/traffic-overview`, { flag: 'footCompare' }),
  page('retail', 'weekByHour', `${FIXED}/week-by-hour`, { flag: 'footCompare' }),
  page('retail', 'storeRanking', `${FIXED}/store-ranking`, { flag: 'footCompare' }),
  page('retail', 'yearCalendar', `${FIXED}/year-calendar`, { flag: 'footCompare' }),
  page('retail', 'campaignEffect', `${FIXED}/campaign-effect`, { flag: 'footCompare' }),
  page('retail', 'powerHours', `${FIXED}/power-hours`, { flag: 'footCompare' }),
  page('retail', 'doorBalance', `${FIXED}/door-balance`, { flag: 'footCompare' }),
  card('retail', 'downloads', '/users/downloads/manage', { flag: 'canDownload' }),
  card('retail', 'campaigns', '/users/campaigns', { flag: 'campaignManager' }),

  card('management', 'admin', '/users/admin', { admin: true }, 1),
  card('management', 'status', `${FIXED}/foot-status`, { flag: 'footStatus' }, 4),
  page('management', 'deviceAvailability', `${FIXED}/device-availability`, { flag: 'footStatus' }),
  card('management', 'alerts', '/users/alerts/manage', { flag: 'canAlerts' }),
  card('management', 'uploads', '/users/uploads/manage', { flag: 'canUpload' }),
  page('management', 'schedule', '/users/management/schedule', { flag: 'scheduleManager' }),

  card('others', 'transport', '/users/dashboards/transport', { flag: 'hasRenfeDash' }),
  page('others', 'renfe', '/users/dashboards/renfe', { flag: 'hasRenfeDash' }),
]

let screens: readonly Screen[] = []

/** Set once, by the router: pages with a route are built. */
export function learnRoutes(routes: readonly RouteObject[]): void {
  screens = screensOf(routes)
}

/** True when this very path, patterns included (`/users/admin/users/:id/edit`), has a page. */
export const isBuilt = (path: string): boolean => screens.some((screen) => screen.path === path)

/** Pages that this account may open and that are built. */
export const destinationsFor = (me: Account): Destination[] =>
  DESTINATIONS.filter((one) => mayOpen(me, one) && isBuilt(one.path))

/** The cards of home: sections in their order, and none without cards. */
export function sectionsFor(me: Account): { readonly section: Section; readonly cards: readonly Destination[] }[] {
  const cards = destinationsFor(me).filter(({ isCard }) => isCard)
  return SECTIONS.map((section) => ({ section, cards: cards.filter((one) => one.section === section) })).filter(
    (one) => one.cards.length > 0,
  )
}

/**
 * Pages that the specification gives no card. They are in the account menu, else only the palette would lead to them.
 * The boards to start from are in the list of dashboards.
 */
export const cardlessFor = (me: Account): Destination[] =>
  destinationsFor(me).filter(({ isCard, path }) => !isCard && !BOARDS.some((id) => path === documentPath(id)))

/** The entries of the top bar, from left to right. */
export const barFor = (me: Account): Destination[] =>
  destinationsFor(me)
    .filter(({ bar }) => bar !== undefined)
    .sort((a, b) => (a.bar ?? 0) - (b.bar ?? 0))

export const DASHBOARDS_PATH = '/users/dashboards/custom'

/**
 * Pages beyond the destinations, with a name and nothing to fill in: one's own account, lists of the administration.
 */
export const otherScreensFor = (me: Account): Screen[] =>
  screens.filter(
    ({ path, title, rules }) =>
      path.startsWith('/users') &&
      !path.includes(':') &&
      title !== undefined &&
      rules.every((rule) => mayOpen(me, rule)) &&
      !DESTINATIONS.some((one) => one.path === path),
  )

/** Text key of what a flag opens, where it opens a page; built or not. */
export const screenNameOf = (flag: AccessFlag): string | undefined => {
  const found = DESTINATIONS.find((one) => one.flag === flag)
  return found && `home:screen.${found.id}`
}

/** Granted to this account by name, though no page of theirs is built. */
export const unbuiltFor = (me: Account): Destination[] =>
  DESTINATIONS.filter(
    (one) => one.flag !== undefined && me.properties[one.flag] === true && mayOpen(me, one) && !isBuilt(one.path),
  )

/**
 * Flags whose pages are not built: the forms in which rights are given say so. A flag without a page works
 * in the page of the flag it needs.
 */
export function unbuiltFlags(): ReadonlySet<AccessFlag> {
  const pageOf = (flag: AccessFlag) => DESTINATIONS.find((one) => one.flag === flag)?.path
  return new Set(
    ACCESS_FLAGS.filter((flag) => {
      const path = pageOf(flag) ?? pageOf(danglingFlags([flag])[0]?.needs ?? flag)
      return path === undefined || !isBuilt(path)
    }),
  )
}

/** The page a flag opens, where there is one. */
export const pathOf = (flag: AccessFlag): string | undefined =>
  DESTINATIONS.find((one) => one.flag === flag && isBuilt(one.path))?.path

const OWN_ACCOUNT = '/users/admin/users/:id/edit'
/** Where an administrator edits their own account; undefined for everyone else. */
export const ownAccountPath = (me: Account & { readonly id: number }): string | undefined =>
  isBuilt(OWN_ACCOUNT) && mayOpen(me, { admin: true }) ? OWN_ACCOUNT.replace(':id', String(me.id)) : undefined

/** Areas that are on a deeper ground (spec 1, "Shared widgets"); a route's own word comes first. */
const DEEP = ['corporate', 'big-venues', 'prediction-playground', 'admin/integrations/edit']
export const backgroundOf = (path: string): 'plain' | 'deep' =>
  DEEP.some((part) => path.includes(part)) ? 'deep' : 'plain'
