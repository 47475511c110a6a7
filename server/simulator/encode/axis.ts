import { localTime } from './local-time.ts'
import type { Encode } from './encode.ts'

/** Push "Axis Retail Data": one measurement an interval. It has no word for a line. */
export const axis: Encode = ({ mac, timeZone }, readings, sentAt) => {
  const utc = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')
  const local = (at: number) => {
    const { date, time } = localTime(timeZone, at)
    return `${date}T${time}`
  }
  const [from, to] = [readings[0]?.start ?? sentAt, readings.at(-1)?.end ?? sentAt]
  return {
    path: '/api/ingest/axis',
    type: 'application/json',
    body: JSON.stringify({
      apiName: 'Axis Retail Data',
      apiVersion: '0.4',
      utcSent: utc(sentAt),
      localSent: local(sentAt),
      data: {
        utcFrom: utc(from),
        utcTo: utc(to),
        localFrom: local(from),
        localTo: local(to),
        measurements: readings.map(({ start, end, in: ins, out }) => ({
          kind: 'people-counts',
          utcFrom: utc(start),
          utcTo: utc(end),
          localFrom: local(start),
          localTo: local(end),
          items: [
            ...(ins === null ? [] : [{ direction: 'in', count: ins, adults: ins }]),
            ...(out === null ? [] : [{ direction: 'out', count: out, adults: out }]),
          ],
        })),
      },
      sensor: {
        application: 'AXIS People Counter',
        applicationVersion: '5.4.4',
        timeZone,
        name: 'played',
        serial: mac.replaceAll(':', ''),
        ipAddress: '192.0.2.10',
      },
    }),
  }
}
