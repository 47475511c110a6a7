/** A message that a person can send by hand to see a footscan count: one interval of our own protocol. */
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'

const MINUTE_MS = 60_000

/** Whole past minutes: what a device would send now. `nowMs`: epoch ms. */
export function exampleReadings({ mac, reportS }: Pick<FleetFootscan, 'mac' | 'reportS'>, nowMs: number): object {
  const end = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
  const start = end - Math.max(MINUTE_MS, Math.round((reportS * 1000) / MINUTE_MS) * MINUTE_MS)
  return {
    mac,
    readings: [
      { kind: 'count', start: new Date(start).toISOString(), end: new Date(end).toISOString(), in: 3, out: 2 },
    ],
  }
}

/** The same as a command. Vendors' own payloads go to the address of their adapter. */
export function curlExample(
  footscan: Pick<FleetFootscan, 'mac' | 'reportS' | 'kind'>,
  { key, origin, nowMs }: { key: string; origin: string; nowMs: number },
): string {
  return [
    `curl -X POST ${origin}/api/ingest/readings \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(exampleReadings(footscan, nowMs))}'`,
  ].join('\n')
}

/** Where this footscan posts by itself. */
export const ingestPath = ({ kind }: Pick<FleetFootscan, 'kind'>): string =>
  `/api/ingest/${kind === 'aforo' ? 'readings' : kind}`
