import { expect, test } from 'vitest'
import { INCOMPARABLE, pairedAtoms } from '#domain/metrics/paired'
import type { Projection } from '#engine/types'
import { project as captureConversion } from '../../widgets/capture-conversion/model.ts'
import { project as funnel } from '../../widgets/funnel/model.ts'
import { project as insDistribution } from '../../widgets/ins-distribution/model.ts'
import { contextOf } from '../../widgets/lib/test-support/context.ts'
import { factFrame, WHOLE, type Fact } from '../../widgets/lib/test-support/facts.ts'
import { project as repetitionDonuts } from '../../widgets/repetition-donuts/model.ts'
import { project as shareChart } from '../../widgets/share-chart/model.ts'

/**
 * Sums of which a part lies in hours that the other period does not have, uneven on purpose: every share of the rest is
 * another one.
 */
const BOTH: Fact[] = [
  {
    period: 'comparing',
    local: 11,
    ...WHOLE,
    far: 900,
    fro: 400,
    ins: 100,
    bounces: 25,
    visits: 75,
    identifiedVisits: 75,
    tickets: 30,
    visitsWithTickets: 75,
    insWithTickets: 100,
    insInRange0: 40,
    insInRange1: 30,
    insInRange2: 20,
    insInRange3: 5,
    localRepRange0: 10,
    localRepRange1: 6,
    localRepRange2: 4,
    localRepRange3: 2,
    clientRepRange0: 14,
    clientRepRange1: 8,
    clientRepRange2: 5,
    clientRepRange3: 1,
    'expected.unpaired': 0,
    'observed.unpaired': 0,
    'ins.unpaired': 0,
  },
  {
    period: 'reference',
    local: 11,
    ...WHOLE,
    far: 800,
    fro: 450,
    ins: 50,
    bounces: 10,
    visits: 40,
    identifiedVisits: 40,
    tickets: 10,
    visitsWithTickets: 40,
    insWithTickets: 50,
    insInRange0: 10,
    insInRange1: 20,
    insInRange2: 10,
    insInRange3: 5,
    localRepRange0: 5,
    localRepRange1: 3,
    localRepRange2: 2,
    localRepRange3: 1,
    clientRepRange0: 7,
    clientRepRange1: 4,
    clientRepRange2: 3,
    clientRepRange3: 1,
    'fro.unpaired': 50,
    'ins.unpaired': 20,
    'bounces.unpaired': 8,
    'visits.unpaired': 12,
    'identifiedVisits.unpaired': 12,
    'tickets.unpaired': 6,
    'visitsWithTickets.unpaired': 12,
    'insWithTickets.unpaired': 20,
    'insInRange0.unpaired': 8,
    'insInRange1.unpaired': 2,
    'localRepRange0.unpaired': 4,
    'clientRepRange1.unpaired': 3,
    'expected.unpaired': 40,
    'observed.unpaired': 40,
  },
]
/** The same, as if those hours had never been. */
const without = (rows: readonly Fact[]): Fact[] =>
  rows.map(
    ({ period, local, ...atoms }) => ({ period, local, ...pairedAtoms(atoms as Record<string, number>) }) as Fact,
  )

/** A second store, with as many entries in both periods. */
const two = (rows: readonly Fact[]): Fact[] => [...rows, ...rows.map((row) => ({ ...row, local: 12, ins: 100 }))]
const WIDGETS: Readonly<Record<string, (rows: readonly Fact[]) => Projection>> = {
  'capture-conversion': (rows) =>
    captureConversion(
      { byLocal: false, rate: 'conversionRate', maxLocals: 12 },
      { rows: factFrame([...rows]) },
      contextOf('capture-conversion'),
    ),
  funnel: (rows) =>
    funnel(
      { stages: ['total', 'ins', 'visits', 'tickets'], rate: 'previous', showReference: true, names: [] },
      { rows: factFrame([...rows]) },
      contextOf('funnel'),
    ),
  'ins-distribution': (rows) =>
    insDistribution(
      { edgesMinutes: [5, 15, 30] } as Parameters<typeof insDistribution>[0],
      { rows: factFrame([...rows]) },
      contextOf('ins-distribution'),
    ),
  'repetition-donuts': (rows) =>
    repetitionDonuts(
      { tab: 'store', edgesDays: [7, 15, 30, 60] },
      { rows: factFrame([...rows]) },
      contextOf('repetition-donuts'),
    ),
  'share-chart': (rows) =>
    shareChart(
      { category: 'local', measure: 'ins', shape: 'auto', top: 5, sort: 'valueDown', showReference: true, names: [] },
      { rows: factFrame([...rows]) },
      contextOf('share-chart'),
    ),
}
const CHANGES = ['change', 'rateChange', 'shareChange']
const column = (projection: Projection, id: string) => {
  const at = projection.columns.findIndex((one) => one.id === id)
  return projection.rows.map((row) => row[at])
}
const changesOf = (projection: Projection) =>
  CHANGES.filter((id) => projection.columns.some((one) => one.id === id)).map((id) => [id, column(projection, id)])

test.each(Object.keys(WIDGETS))(
  '%s takes the change of a share over the hours that both periods have, and shows all that came',
  (type) => {
    const draw = WIDGETS[type]!
    const rows = two(BOTH)
    const [all, rest] = [draw(rows), draw(without(rows))]
    expect(changesOf(all)).toEqual(changesOf(rest))
    expect(
      changesOf(all)
        .flatMap(([, values]) => values)
        .some((value) => typeof value === 'number' && value !== 0),
      'there is a change to speak of',
    ).toBe(true)
    const shown = ['referenceRate', 'rate', 'referenceShare', 'reference'].find((id) =>
      all.columns.some((one) => one.id === id),
    ) as string
    if (type !== 'funnel')
      expect(column(all, shown), 'the figure itself is all that came').not.toEqual(column(rest, shown))
  },
)

test.each(['ins-distribution', 'repetition-donuts', 'share-chart'])(
  '%s says what its changes are taken over, and that stores which cannot be compared are not judged',
  (type) => {
    const judged = (rows: readonly Fact[]) => {
      const drawn = WIDGETS[type]!(rows)
      return 'judged' in drawn
        ? drawn.judged
        : (drawn.parts?.[0]?.projection as { judged?: unknown } | undefined)?.judged
    }
    expect(judged(BOTH)).toMatchObject({ verdict: 'neutral', mixed: false, over: 0.9 })
    expect(judged(BOTH.map((row) => ({ ...row, [INCOMPARABLE]: 4 })))).toMatchObject({
      verdict: 'neutral',
      mixed: true,
    })
  },
)
