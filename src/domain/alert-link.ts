/**
 * The screen that shows the figure of an alert: brand, store and day are in its address, in the form of
 * docs/layout-format.md. That of a rule about a figure leads to its dashboard, with the filters of the rule.
 */
import type { Alert } from '#schemas/generated/entities/alert.ts'
import { dayNumber, isoDay, shortDay } from './days.ts'
import { pathOfDashboard } from './link-targets.ts'

const SCREENS = {
  footStatus: '/users/foot/dashboards/view/foot-status',
  footCompare: '/users/foot/dashboards/view/foot-compare',
} as const
type ScreenFlag = keyof typeof SCREENS

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

/**
 * A device and a coverage are seen on Status, everything else on Compare, against the same weekday of the week before;
 * a reader who may open only one of them sees it there. Undefined = neither may be opened.
 */
export function alertPath(
  { client, local, kind, openedAt, figure }: Pick<Alert, 'client' | 'local' | 'kind' | 'openedAt' | 'figure'>,
  mayOpen: (flag: ScreenFlag) => boolean,
): string | undefined {
  if (figure.widget !== undefined) {
    const { dashboard, search } = figure.widget
    return `${pathOfDashboard(dashboard)}${search === '' ? '' : `?${search}`}`
  }
  const order: readonly ScreenFlag[] =
    kind === 'deviceDown' || kind === 'coverage' ? ['footStatus', 'footCompare'] : ['footCompare', 'footStatus']
  const flag = order.find((one) => mayOpen(one))
  if (flag === undefined) return undefined
  const day = figure.day === null ? Math.floor(openedAt / DAY_MS) : dayNumber(figure.day)
  const [shown, before] = [isoDay(day), isoDay(day - WEEK_DAYS)]
  const periods = flag === 'footCompare' ? `&p1=${shown}..${shown}&p2=${before}..${before}` : ''
  return `${SCREENS[flag]}?client=${client}${local === null ? '' : `&locals=${local}`}&end=${shortDay(shown)}${periods}`
}
