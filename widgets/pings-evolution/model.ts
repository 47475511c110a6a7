/** Messages of footscans in their opening hours beside those that were due, by date or footscan by footscan. */
import { cellOf, columnIndex } from '#domain/frame-build'
import type { Cell, Frame } from '#domain/frame'
import type { Frames, Project, ProjectionContext, Series } from '#engine/types'
import { groupsOf } from '../lib/groups.ts'
import { dayColumn, shareColumn, shareOf, textColumn, write } from '../lib/measure.ts'
import type { Reasoned } from '../lib/reasons.ts'
import { countOf, passportOfRows } from '../lib/status.ts'
import { OTHERS_TONE } from '../lib/tones.ts'
import type { PingsEvolutionOptions } from './generated/options.ts'

interface Line {
  readonly key: Cell
  readonly pings: number | null
  readonly expected: number | null
  readonly running: boolean
}

export const project = ((options, { rows }: Frames, context): Reasoned => {
  const byDevice = options.by === 'device'
  const lines = rows === undefined ? [] : byDevice ? devicesOf(rows, options.most) : datesOf(rows)
  const withDue = options.showExpected && lines.some(({ expected }) => expected !== null)
  const known = lines.filter(({ pings }) => pings !== null)
  const sum = (pick: (line: Line) => number | null) => known.reduce((total, line) => total + (pick(line) ?? 0), 0)
  const count = (id: string) => ({
    id,
    label: context.t(id),
    format: 'count' as const,
    role: 'measure' as const,
    unit: 'count' as const,
  })
  return {
    columns: [
      byDevice ? textColumn('device', context.t('device')) : dayColumn('day', context.t('date')),
      count('pings'),
      ...(withDue ? [count('expected'), shareColumn('share', context.t('share'))] : []),
    ],
    rows: lines.map(({ key, pings, expected }) => [
      key,
      pings,
      ...(withDue ? [expected, shareOf(pings, expected)] : []),
    ]),
    states: lines.map(({ pings, running }) => (running ? 'partial' : pings === null ? 'missing' : 'final')),
    series: [
      { id: 'pings', column: 'pings', name: context.t('pings'), mark: 'bar', axis: 0, tone: 0 } satisfies Series,
      ...(withDue
        ? [
            {
              id: 'expected',
              column: 'expected',
              name: context.t('expected'),
              mark: 'line',
              axis: 0,
              tone: OTHERS_TONE,
            } satisfies Series,
          ]
        : []),
    ],
    category: byDevice ? 'device' : 'day',
    summary: sentence(
      sum(({ pings }) => pings),
      sum(({ expected }) => expected),
      known.length,
      context,
    ),
    passport: passportOfRows(rows),
    reasons: lines.map(({ pings, running }) =>
      running ? context.t('status:running') : pings === null ? context.t('byFile') : null,
    ),
  }
}) satisfies Project<PingsEvolutionOptions>

/** Due pings change from one day to the next by less than this share, or it is another level. */
const LEVEL = 0.1

/**
 * Where the line of what was due begins anew: a Sunday is no slope between Saturday and Monday, and footscans are no
 * sequence at all. `values` are the due pings in the order of the axis.
 */
export function breaksOf(values: readonly Cell[], by: PingsEvolutionOptions['by']): ReadonlySet<number> {
  const isApart = (at: number) => {
    const [before, value] = [Number(values[at - 1] ?? 0), Number(values[at] ?? 0)]
    return by === 'device' || Math.abs(value - before) > LEVEL * Math.max(value, before)
  }
  return new Set(values.flatMap((_, at) => (at > 0 && isApart(at) ? [at] : [])))
}

function sentence(pings: number, expected: number, known: number, context: ProjectionContext): string {
  if (known === 0 || !Number.isFinite(pings)) return context.t('summary.none')
  const share = shareOf(pings, expected)
  return share === null || !Number.isFinite(expected)
    ? context.t('summary.pings', { pings: write(context, pings, 'count') })
    : context.t('summary.share', { pings: write(context, pings, 'count'), share: write(context, share, 'percent') })
}

const lineOf = (key: Cell, atoms: Readonly<Record<string, number | null | undefined>>): Line => ({
  key,
  pings: countOf(atoms.pings),
  expected: countOf(atoms.expectedPings),
  running: (atoms.running ?? 0) > 0,
})

const datesOf = (rows: Frame): Line[] =>
  groupsOf(rows, ['day'])
    .filter(({ key: [day] }) => typeof day === 'number')
    .map(({ key: [day], atoms }) => lineOf(day ?? null, atoms))
    .sort((a, b) => Number(a.key) - Number(b.key))

/** The footscans that lack most, first. */
function devicesOf(rows: Frame, most: number): Line[] {
  const [device, name, mac] = ['device', 'name', 'mac'].map((id) => columnIndex(rows, id)) as [number, number, number]
  const names = new Map<Cell, Cell>()
  for (let row = 0; row < rows.rows; row++) {
    const id = device < 0 ? null : cellOf(rows, device, row)
    if (!names.has(id))
      names.set(id, (name < 0 ? null : cellOf(rows, name, row)) ?? (mac < 0 ? null : cellOf(rows, mac, row)))
  }
  const lack = ({ pings, expected }: Line) => shareOf(pings, expected) ?? 101
  return groupsOf(rows, ['device'])
    .filter(({ key: [id] }) => typeof id === 'number')
    .map(({ key: [id = null], atoms }) => lineOf(names.get(id) ?? `#${String(id)}`, atoms))
    .sort((a, b) => lack(a) - lack(b) || String(a.key).localeCompare(String(b.key)))
    .slice(0, most)
}
