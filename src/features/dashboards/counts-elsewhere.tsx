/** A page without a figure says from when to when its stores have counts, and goes there. */
import { tableDate } from '#domain/moment'
import { type Bounds, presetOption, resolvePeriods } from '#domain/periods'
import { isRecord } from '#domain/record'
import { lastWholePeriod } from '#domain/whole-period'
import type { Dashboard, DashboardState } from '#engine'
import type { CountedDays } from '#schemas/generated/entities/counted-days.ts'
import { Button, LinkButton, Notice, useUi } from '#ui'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'

export interface CountsElsewherePorts {
  /** Of these locals of a client, or of all that are shown. */
  readonly days: (client: number, locals: readonly number[] | 'shown', signal: AbortSignal) => Promise<CountedDays>
  /** The same of minutes of people inside. */
  readonly inside: (client: number, locals: readonly number[] | 'shown', signal: AbortSignal) => Promise<CountedDays>
  /** Where counts are brought in, for those who may. */
  readonly importHref: string | undefined
  /** Where footscans are registered, for those who may. */
  readonly footscansHref?: string | undefined
}

interface Filters {
  /** The figures of the page: counts, or people inside. */
  readonly of: 'counts' | 'inside'
  readonly client: string
  readonly locals: string
  readonly periods: string
}

/** The filters of the page that a comparison asks with; null where there is none. */
function filtersOf({ model }: Dashboard): Filters | null {
  for (const { source, args } of model.queries.values()) {
    const of = source.name.startsWith('compare.') ? 'counts' : source.name.startsWith('occupancy.') ? 'inside' : null
    if (of === null) continue
    const { client, locals, p1Start } = args
    if (
      client !== undefined &&
      locals !== undefined &&
      p1Start !== undefined &&
      'ref' in client &&
      'ref' in locals &&
      'ref' in p1Start
    ) {
      return { of, client: client.ref.param, locals: locals.ref.param, periods: p1Start.ref.param }
    }
  }
  return null
}

const boundsOf = (value: unknown): Bounds | null =>
  isRecord(value) &&
  isRecord(value.comparing) &&
  typeof value.comparing.begin === 'string' &&
  typeof value.comparing.end === 'string'
    ? { begin: value.comparing.begin, end: value.comparing.end }
    : null

/** `3 of 1,2,7`, `3 of shown`; null while a filter is open. A whole list is asked by its word, however long it is. */
function questionOf({ params }: DashboardState, filters: Filters | null): string | null {
  if (filters === null) return null
  const [client, locals] = [params[filters.client], params[filters.locals]]
  if (typeof client?.value !== 'number' || !Array.isArray(locals?.value) || locals.value.length === 0) return null
  return `${client.value} of ${locals.value.length === locals.options?.rows ? 'shown' : locals.value.join(',')}`
}

export function CountsElsewhere({ dashboard, ports }: { dashboard: Dashboard; ports: CountsElsewherePorts }) {
  const { t } = useUi()
  const filters = useMemo(() => filtersOf(dashboard), [dashboard])
  const question = useStore(dashboard.store, (state) => questionOf(state, filters))
  const value = useStore(dashboard.store, (state) => (filters === null ? null : state.params[filters.periods]?.value))
  const [known, setKnown] = useState<{ readonly question: string; readonly days: CountedDays } | null>(null)
  useEffect(() => {
    if (question === null) return undefined
    const own = new AbortController()
    const [client = '', locals = ''] = question.split(' of ')
    // Without an answer the widgets still say that they are empty.
    ports[filters?.of === 'inside' ? 'inside' : 'days'](
      Number(client),
      locals === 'shown' ? locals : locals.split(',').map(Number),
      own.signal,
    ).then(
      (days) => {
        if (!own.signal.aborted) setKnown({ question, days })
      },
      () => undefined,
    )
    return () => own.abort()
  }, [question, filters, ports])

  const chosen = boundsOf(value)
  if (question === null || filters === null || known?.question !== question || chosen === null) return null
  const { begin, end, gaps } = known.days
  if (begin === null || end === null) {
    return (
      <Notice
        title={t('periods:elsewhere.never')}
        {...(ports.importHref !== undefined && {
          action: (
            <LinkButton size="small" href={ports.importHref}>
              {t('periods:elsewhere.import')}
            </LinkButton>
          ),
        })}
      >
        {t('periods:elsewhere.neverText')}
      </Notice>
    )
  }
  // Counts that overlap the period are somewhere in it: then the widgets are empty for another reason.
  if (chosen.begin <= end && chosen.end >= begin) return null
  const { comparing, reference } = lastWholePeriod({ begin, end }, gaps)
  const go = () => {
    const values = { comparing, ...(reference !== null && { reference }) }
    const pair = resolvePeriods(presetOption(reference === null ? 'noPeriods' : 'customPeriods', values), {
      today: end,
    })
    if (pair !== null) dashboard.setParam(filters.periods, pair)
    if (pair !== null) dashboard.apply()
  }
  return (
    <Notice
      title={t('periods:elsewhere.title')}
      action={
        <Button size="small" kind="primary" onPress={go}>
          {t('periods:elsewhere.go', { from: tableDate(comparing.begin), to: tableDate(comparing.end) })}
        </Button>
      }
    >
      {t('periods:elsewhere.text', { from: tableDate(begin), to: tableDate(end) })}
    </Notice>
  )
}
