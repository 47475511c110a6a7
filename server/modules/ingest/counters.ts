import { Histogram, type OpenMetricsContentType, Registry } from 'prom-client'

/** Counters of the ingest, for /metrics: sent = accepted + duplicate + quarantined + refused once all is applied. */
export function ingestCounters() {
  const totals = { sent: 0, accepted: 0, duplicate: 0, quarantined: 0, refused: 0, messages: 0 }
  const quarantinedBy = new Map<string, number>()
  const refusedBy = new Map<string, number>()
  /** Requests that were refused whole, by code. */
  const requestsBy = new Map<string, number>()
  const count = (map: Map<string, number>, name: string, more: number) => {
    map.set(name, (map.get(name) ?? 0) + more)
  }
  const syncs = new Histogram({
    name: 'aforo_ingest_sync_milliseconds',
    help: 'Writing and syncing a group of messages.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 250, 1000],
    // One for each server of a process, which tests have many of.
    registers: [new Registry<OpenMetricsContentType>()],
  })

  return {
    totals,
    quarantinedBy,
    refusedBy,
    requestsBy,
    syncs,
    quarantine(reason: string, more = 1) {
      count(quarantinedBy, reason, more)
    },
    /** Readings of a message, or one when it is not known how many it had. */
    refuse(reason: string, more = 1) {
      totals.refused += more
      count(refusedBy, reason, more)
    },
    refuseRequest(code: string) {
      count(requestsBy, code, 1)
    },
    sync(ms: number) {
      syncs.observe(ms)
    },
  }
}

export type IngestCounters = ReturnType<typeof ingestCounters>
