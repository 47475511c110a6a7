/** From sums to the columns of a download (spec 2, section 3). Figures are those of the metric registry. */
import { dayNumber, todayIn } from '#domain/days'
import { downloadColumns, UNKNOWN_LOCAL } from '#domain/download'
import type { DownloadContent } from '#domain/download'
import { columnData, noBits, numberData, numbersOf, setBit } from '#domain/frame-build'
import type { Column, ColumnData, Frame, NumberData } from '#domain/frame'
import { deriveColumn, metricOf } from '#domain/metrics/index'

const HOUR_S = 3600
const UTC = 'UTC'

/** Names and zones of the locals a download may name; the names are one dictionary for all days. */
export interface Places {
  readonly names: readonly string[]
  /** Local id -> place of its name, and its time zone. */
  readonly of: ReadonlyMap<number, { readonly code: number; readonly timeZone: string }>
}

export function placesOf(
  locals: readonly { readonly id: number; readonly name: string; readonly timeZone: string }[],
): Places {
  return {
    names: [...locals.map(({ name }) => name), UNKNOWN_LOCAL],
    of: new Map(locals.map(({ id, timeZone }, code) => [id, { code, timeZone }])),
  }
}

export interface ShapeOf {
  readonly client: number
  readonly content: DownloadContent
  readonly byLocal: boolean
  readonly places: Places
}

/** Columns of a summary that are an atom under another name. */
const ATOMS: Readonly<Record<string, string>> = {
  frontal: 'fro',
  insides: 'ins',
  ...Object.fromEntries([0, 1, 2, 3].map((k) => [`insidesInRange${k}`, `insInRange${k}`])),
}
const METRICS: Readonly<Record<string, string>> = {
  total: 'total',
  captureRate: 'captureRate',
  conversionRate: 'conversionRate',
  insideDurationHHMMSS: 'insTime',
  visitDurationHHMMSS: 'visitTime',
  insTimeS: 'insTime',
  visitTimeS: 'visitTime',
}

export function shapeDownload(sums: Frame, { client, content, byLocal, places }: ShapeOf): Frame {
  const columns = downloadColumns(content, byLocal)
  const learnt = daysLearnt(sums, places)
  const column = ({ id }: Column): ColumnData => {
    switch (id) {
      case 'client':
        return { kind: 'numbers', values: new Int32Array(sums.rows).fill(client) }
      case 'name':
        return {
          kind: 'text',
          codes: Int32Array.from(locals(sums), (local) => places.of.get(local)?.code ?? places.names.length - 1),
          dictionary: places.names,
        }
      case 'exeDate':
        return learnt()
      case 'date':
        return columnData(sums, 'day')
      case 'time':
        return { kind: 'numbers', values: Int32Array.from(numbersOf(sums, 'hour').values, (hour) => hour * HOUR_S) }
      default: {
        const metric = METRICS[id]
        return metric === undefined ? whole(columnData(sums, ATOMS[id] ?? id) as NumberData) : figure(metric, sums)
      }
    }
  }
  return { columns, data: columns.map(column), rows: sums.rows }
}

const locals = (sums: Frame) => numbersOf(sums, 'local').values

/** A rate as it is, a time in whole seconds. */
function figure(metric: string, sums: Frame): NumberData {
  const data = deriveColumn(metricOf(metric), sums)
  return metricOf(metric).unit === 'percent' ? { ...data, values: Float64Array.from(data.values) } : whole(data)
}

/** Counts as 32-bit numbers, so that every day has the same columns. */
const whole = ({ values, valid }: NumberData): NumberData => ({
  kind: 'numbers',
  values: values instanceof Int32Array ? values : Int32Array.from(values, Math.round),
  ...(valid && { valid }),
})

/** The day, in the local's own calendar, on which the newest of a row was learnt. */
function daysLearnt(sums: Frame, places: Places): () => NumberData {
  return () => {
    const known = new Map<string, number>()
    const [at, ids] = [numbersOf(sums, 'learntAt'), locals(sums)]
    const values = new Int32Array(sums.rows)
    const valid = noBits(sums.rows)
    for (let row = 0; row < sums.rows; row++) {
      const ms = at.values[row] as number
      const zone = places.of.get(ids[row] as number)?.timeZone ?? UTC
      // A load learns thousands of hours in one moment.
      const key = `${zone} ${ms}`
      const day = known.get(key) ?? dayNumber(todayIn(zone, ms))
      known.set(key, day)
      values[row] = day
      setBit(valid, row)
    }
    return numberData(values, valid)
  }
}
