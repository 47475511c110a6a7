/**
 * Writes the Online Retail set (Dr Daqing Chen, UCI, CC BY 4.0) as an upload of hourly tickets: `node
 * scripts/retail-tickets.ts tickets.csv.gz CODE… > tickets.csv`. Its countries become the stores whose codes are given,
 * the largest first. Cancellations, adjustments and invoices of amount 0 are no tickets. The set is of 2010 and 2011,
 * and uploads begin with 2014: it is moved by whole weeks, so that weekdays stay.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { offsetAt } from '../server/facts/zone.ts'

const WEEKS = 783
const ZONE = 'Europe/London'

/** Lines of an hourly upload. */
export function hourlyTickets(csv: string, codes: readonly string[]): string[] {
  const [head = '', ...lines] = csv.trim().split(/\r?\n/)
  const at = new Map(head.split(',').map((name, place) => [name, place]))
  const counted = new Map<string, Map<string, number>>()
  for (const line of lines) {
    const cells = line.match(/("[^"]*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '').replaceAll('"', '')) ?? []
    const of = (name: string) => cells[at.get(name) ?? -1] ?? ''
    if (of('cancelled') === '1' || /^[CA]/.test(of('invoice')) || Number(of('amount')) <= 0) continue
    const hours = counted.get(of('country')) ?? new Map<string, number>()
    counted.set(of('country'), hours)
    const hour = of('ts_local').slice(0, 13).replace('T', ' ')
    hours.set(hour, (hours.get(hour) ?? 0) + 1)
  }
  const total = (hours: ReadonlyMap<string, number>) => [...hours.values()].reduce((sum, count) => sum + count, 0)
  const largest = [...counted.values()].sort((a, b) => total(b) - total(a))
  return codes.flatMap((code, place) =>
    [...(largest[place] ?? [])]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([hour, tickets]) => {
        const moved = new Date(Date.parse(`${hour.replace(' ', 'T')}:00:00Z`) + WEEKS * 7 * 86_400_000)
        const offset = offsetAt(ZONE, moved.getTime() / 1000) / 3600
        return `${code};${moved.toISOString().slice(0, 10)};${moved.toISOString().slice(11, 19)};+0${offset};${tickets}`
      }),
  )
}

if (import.meta.main) {
  const [file = '', ...codes] = process.argv.slice(2)
  process.stdout.write(`${hourlyTickets(gunzipSync(readFileSync(file)).toString('utf8'), codes).join('\n')}\n`)
}
