/**
 * Flowity: measurements one by one; the totals of a door are its count. A device is a deployment: its id is the
 * footscan's external id.
 */
import type { Adapter } from '../reading.ts'
import { countOf, fieldsOf, gather, invalid, isFields, listOf, shown, textOf, type Fields } from './read.ts'
import { isoInstant } from './read-instants.ts'

const TOTALS = ['IN_TOTAL', 'OUT_TOTAL']

export const flowity: Adapter = {
  name: 'flowity',
  label: 'Flowity',
  takes: 'json',
  types: ['application/json'],

  parse(body, context) {
    const device = isFields(body) ? textOf(body.deployment_id) : ''
    if (!isFields(body) || device === '')
      throw invalid(`deployment_id is ${shown(fieldsOf(body).deployment_id)}; expected the id of a deployment.`)
    const messages = gather()
    const draft = messages.of(device)
    const totals = new Map<string, { line: string; at: number; totalIn: number | null; totalOut: number | null }>()
    let alive: number | null = null
    for (const item of listOf(body.payload)) {
      const { measurement_id: id, time, type, field, value } = fieldsOf(item)
      const at = isoInstant(time)
      if (at === null) {
        draft.miss('TIME_UNREADABLE', item, 'time as an ISO time in UTC')
        continue
      }
      alive = Math.max(alive ?? at, at)
      // IN and OUT are the same people as the growth of the totals.
      const isTotal = type === 'footfall' && TOTALS.includes(textOf(field))
      if (!isTotal && type !== 'area_presence') continue
      const people = countOf(value)
      const line = textOf(id)
      if (people === null) draft.miss('COUNT_UNREADABLE', item, 'value as a whole number')
      else if (isTotal) addTotal(totals, line, at, fieldsOf(item), people)
      else draft.add({ kind: 'occupancy', line, at, people })
    }
    for (const total of totals.values()) draft.add({ kind: 'counter', ...total })
    draft.add({ kind: 'heartbeat', at: alive ?? context.receivedAt, flags: [] })
    return messages.messages()
  },
}

/** The two totals of a door come as two measurements of one instant. */
function addTotal(
  totals: Map<string, { line: string; at: number; totalIn: number | null; totalOut: number | null }>,
  line: string,
  at: number,
  { field }: Fields,
  people: number,
) {
  const key = `${at} ${line}`
  const found = totals.get(key) ?? { line, at, totalIn: null, totalOut: null }
  totals.set(key, field === 'IN_TOTAL' ? { ...found, totalIn: people } : { ...found, totalOut: people })
}
