import type { Encode } from './encode.ts'

/** Our own protocol, docs/ingest.md: the only one that carries every atom. */
export const aforo: Encode = ({ mac }, readings, sentAt, sequence) => ({
  path: '/api/ingest/readings',
  type: 'application/json',
  body: JSON.stringify({
    sentAt,
    devices: [{ mac, sequence, readings: readings.length ? readings : [{ kind: 'heartbeat', at: sentAt, flags: [] }] }],
  }),
})
