/**
 * The making of a report as one document: what was chosen, as of its day, and every widget. Says when nothing more will
 * be drawn.
 */
import {
  createDashboard,
  type Dashboard,
  type DashboardOptions,
  type DashboardServices,
  DashboardView,
  StoresMark,
  TrafficMark,
} from '#engine'
import { EmptyState, useUi } from '#ui'
import { useEffect, useLayoutEffect, useState } from 'react'
import { readyForPaper } from '#ui/chart/paper.ts'
import css from './print-page.module.css'

export interface PrintPageProps {
  /** Null = there is nothing to print for this reader. */
  options: DashboardOptions | null
  services: DashboardServices
  name: string
  /** In the words of the reader. */
  asOf: string
}

/** The marker that the printer waits for, on the root element. */
const say = (state: 'ready' | 'nothing') => {
  document.documentElement.dataset.report = state
}

export function PrintPage({ options, services, name, asOf }: PrintPageProps) {
  const { t } = useUi()
  const [dashboard, setDashboard] = useState<Dashboard | null>(null)
  useLayoutEffect(() => {
    if (options === null) return say('nothing')
    const made = createDashboard(options)
    setDashboard(made)
    return () => made.dispose()
  }, [options])
  useEffect(() => {
    if (dashboard === null) return undefined
    const left = new AbortController()
    void drawn(dashboard, t('reports:print.cut'), left.signal).then(
      () => say('ready'),
      () => undefined,
    )
    return () => left.abort()
  }, [dashboard, t])

  if (options === null)
    return <EmptyState title={t('app:dashboard.notFound')}>{t('app:dashboard.notFoundText')}</EmptyState>
  if (dashboard === null) return null
  return (
    <main className={css.page}>
      <PrintHead dashboard={dashboard} name={name} asOf={asOf} />
      <DashboardView dashboard={dashboard} services={services} />
    </main>
  )
}

/** On paper nothing opens: of which stores and traffic the figures are is said beside the title. */
export function PrintHead({ dashboard, name, asOf }: { dashboard: Dashboard } & Pick<PrintPageProps, 'name' | 'asOf'>) {
  const { t } = useUi()
  return (
    <header className={css.head}>
      <div className={css.title}>
        <h1>{name}</h1>
        <TrafficMark dashboard={dashboard} />
        <StoresMark dashboard={dashboard} isStill />
      </div>
      <p>{t('reports:print.asOf', { date: asOf })}</p>
    </header>
  )
}

/**
 * A row of the grid, a little lower than on the screen so that two sections fit a page, and what is between two rows.
 */
const ROW_REM = 2.35
const GAP_REM = 0.75
/** The height between the margins of a page, with the title of a section above it. */
const TALLEST_PX = 760
/** Below what was rolled: the frame's own edge is in what was too small. */
const AIR_PX = 8

const cellsOf = () => [...document.querySelectorAll<HTMLElement>('[data-cell]')]

/** The paper is not scrolled, so widgets are in the order of reading, as wide and high as on the large grid. */
function place(dashboard: Dashboard): void {
  const grids = Object.assign({}, ...Object.values(dashboard.store.getState().grids.large)) as Readonly<
    Record<string, { readonly w: number; readonly h: number }>
  >
  for (const cell of cellsOf()) {
    const { w, h } = grids[cell.dataset.cell ?? ''] ?? { w: 12, h: 6 }
    cell.style.setProperty('--print-width', `${w / 12}`)
    cell.style.setProperty('--print-height', `${h * ROW_REM + (h - 1) * GAP_REM}rem`)
  }
}

/**
 * Holds more than it shows. What is hidden from the eye alone, for readers of the screen, is a pixel high; a letter may
 * overflow by a little.
 */
const isRolled = (one: HTMLElement) =>
  one.clientHeight > 40 && one.scrollHeight - one.clientHeight > 3 && getComputedStyle(one).overflowY !== 'hidden'

/**
 * A table whose rows are scrolled on the screen is given the height that shows them, as far as a page has it; `cut`
 * says where it continues.
 */
function unroll(cut: string): void {
  for (const cell of cellsOf()) {
    const hidden = Math.max(
      0,
      ...[...cell.querySelectorAll<HTMLElement>('[data-state] *')]
        .filter(isRolled)
        .map((one) => one.scrollHeight - one.clientHeight),
    )
    if (hidden === 0) continue
    const height = cell.offsetHeight + hidden + AIR_PX
    cell.style.setProperty('--print-height', `${Math.min(TALLEST_PX, height)}px`)
    if (height > TALLEST_PX) cell.dataset.cut = cut
  }
  // Widgets side by side stay equally high.
  for (const row of Map.groupBy(cellsOf(), (cell) => cell.offsetTop).values()) {
    const height = Math.max(...row.map((cell) => cell.offsetHeight))
    for (const cell of row) cell.style.setProperty('--print-height', `${height}px`)
  }
}

const frame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => resolve())
  })

/** Every query is settled, every view is here, and the charts have had their frames. */
async function drawn(dashboard: Dashboard, cut: string, signal: AbortSignal): Promise<void> {
  place(dashboard)
  await dashboard.promoteAll()
  await Promise.all([document.fonts.ready, readyForPaper()])
  await still(signal)
  unroll(cut)
  await still(signal)
}

async function still(signal: AbortSignal): Promise<void> {
  let quiet = 0
  while (quiet < 3) {
    await frame()
    signal.throwIfAborted()
    quiet =
      document.querySelector('[data-state="queued"], [data-state="loading"], [data-busy]') === null ? quiet + 1 : 0
  }
}
