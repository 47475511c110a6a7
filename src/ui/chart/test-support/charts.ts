/** Charts for tests: series made of their values, laid out without a page. */
import fc from 'fast-check'
import { formatterFor } from '../../format.ts'
import { layoutOf } from '../layout.ts'
import type { Layout } from '../plot.ts'
import { type ChartTheme, TONES } from '../theme.ts'
import type { ChartNote, ChartSeries } from '../types.ts'

export const bar = (id: string, data: readonly (number | null)[], more: Partial<ChartSeries> = {}): ChartSeries => ({
  id,
  name: id,
  type: 'bar',
  tone: 0,
  data,
  ...more,
})
export const line = (id: string, data: readonly (number | null)[], more: Partial<ChartSeries> = {}): ChartSeries => ({
  ...bar(id, data),
  type: 'line',
  ...more,
})

/** 600 x 240 with the axis of counts, unless told otherwise. */
export function lay(
  series: readonly ChartSeries[],
  {
    width = 600,
    height = 240,
    count = series[0]?.data.length ?? 0,
    notes,
  }: { width?: number; height?: number; count?: number; notes?: readonly (ChartNote | null)[] } = {},
): Layout {
  const axes = series.some(({ yAxisIndex }) => yAxisIndex === 1)
    ? ([{ format: 'count' }, { format: 'percent' }] as const)
    : ([{ format: 'count' }] as const)
  return layoutOf({
    width,
    height,
    categories: Array.from({ length: count }, (_, index) => `c${index}`),
    series,
    axes,
    format: formatterFor('en'),
    measure: (text) => text.length * 6,
    withNames: true,
    ...(notes && { notes }),
  })
}

const named = (name: string) => Array.from({ length: TONES }, (_, tone) => `${name}${tone}`)
/** Every colour is called what it is for. */
export const THEME: ChartTheme = {
  tones: named('tone'),
  referenceTones: named('pale'),
  referenceLineTones: named('paleLine'),
  others: 'others',
  referenceOthers: 'paleOthers',
  text: 'text',
  muted: 'muted',
  gridLine: 'grid',
  axisLine: 'axis',
  gap: 'gap',
  background: 'ground',
  font: 'Inter',
  fontSize: 12,
}

const anyState = fc.constantFrom('final', 'partial', 'settling', 'estimated', 'missing', 'closed')
export const anyRatio = fc.constantFrom(1, 1.25, 1.5, 2, 3)
const anyValue = fc.option(fc.oneof(fc.integer({ min: -2000, max: 5000 }), fc.constant(0)), { nil: null, freq: 4 })

/** One to four series of the same length, stacked or not, with values of both signs and gaps. */
export const anySeries = (mark: 'bar' | 'line' | 'area'): fc.Arbitrary<ChartSeries[]> =>
  fc
    .record({ count: fc.integer({ min: 1, max: 60 }), series: fc.integer({ min: 1, max: 4 }), isStacked: fc.boolean() })
    .chain(({ count, series, isStacked }) =>
      fc.tuple(
        ...Array.from({ length: series }, (_, at) =>
          fc
            .record({
              id: fc.constant(`s${at}`),
              name: fc.constant(`s${at}`),
              type: fc.constant(mark === 'bar' ? ('bar' as const) : ('line' as const)),
              tone: fc.constant(at),
              stack: fc.constant(isStacked ? 'all' : undefined),
              data: fc.array(anyValue, { minLength: count, maxLength: count }),
              states: fc.array(anyState, { minLength: count, maxLength: count }),
            })
            .map(({ stack, ...one }): ChartSeries => ({
              ...one,
              ...(stack !== undefined && { stack }),
              ...(mark === 'area' && { areaStyle: {} }),
            })),
        ),
      ),
    )
