import { isoWithOffset } from './local-time.ts'
import type { Encode } from './encode.ts'

/** Interval push of firmware 3 and 4: one element a line, forward is in. */
export const xovis: Encode = ({ mac, timeZone }, readings, sentAt) => {
  const iso = (at: number) => isoWithOffset(timeZone, at)
  const lines = Map.groupBy(readings, ({ line }) => line)
  return {
    path: '/api/ingest/xovis',
    type: 'application/json',
    body: JSON.stringify({
      'sensor-time': { timezone: timeZone, time: iso(sentAt) },
      status: { code: 'OK' },
      content: {
        element: [...lines].map(([line, counts], n) => ({
          'element-id': n,
          'element-name': line,
          'sensor-type': 'SINGLE_SENSOR',
          'data-type': 'LINE',
          from: iso(counts[0]!.start),
          to: iso(counts.at(-1)!.end),
          resolution: 'ONE_MINUTE',
          measurement: counts.map((count) => ({
            from: iso(count.start),
            to: iso(count.end),
            value: [
              ...(count.in === null ? [] : [{ value: count.in, label: 'fw' }]),
              ...(count.out === null ? [] : [{ value: count.out, label: 'bw' }]),
            ],
          })),
        })),
      },
      'sensor-info': {
        'serial-number': mac,
        'ip-address': '192.0.2.10',
        name: 'played',
        group: 'played',
        'device-type': 'PC2',
      },
    }),
  }
}
