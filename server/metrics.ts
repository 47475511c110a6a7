/** What the server says about itself to a collector on the same computer (reliability.md K1, K3). */
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Clock } from './clock.ts'
import { DAMAGE_PARTS } from './damages.ts'
import type { Damages } from './damages.ts'
import { diskSpace } from './disk-space.ts'
import { StartError } from './errors.ts'
import type { FactStore } from './facts/store.ts'
import type { Ingest } from './ingest/index.ts'
import { METRICS_TYPE, metricsText } from './metrics-text.ts'
import type { Family } from './metrics-text.ts'

interface Parts {
  readonly ingest: Pick<Ingest, 'counters' | 'state'>
  readonly facts: Pick<FactStore, 'read'>
  readonly logins: { failedSince(at: number): Promise<number> }
  readonly clock: Clock
  readonly dataDir: string
  readonly damages?: Pick<Damages, 'list'>
}

const HOUR_MS = 3_600_000
/** Seconds since a device was heard last: a report late, an hour, a day. */
const AGES_S = [600, 3600, 86_400] as const

const labelled = (map: ReadonlyMap<string, number>, label: string) =>
  [...map].map(([name, value]) => ({ labels: { [label]: name }, value }))

async function metricFamilies(
  { ingest, facts, logins, clock, dataDir, damages }: Parts,
  loop: { readonly mean: number; readonly max: number; percentile(share: number): number },
): Promise<Family[]> {
  const { totals, quarantinedBy, refusedBy, requestsBy, syncs, bucketsMs } = ingest.counters
  const { bytesBehind, lagMs, damage, lostBytes, failures } = ingest.state()
  const now = clock.now()
  const ages = (await facts.read(`SELECT CAST($1 - lastAt AS DOUBLE) / 1000 FROM contact`, [BigInt(now)])).map(
    ([age]) => Number(age),
  )
  const gauge = (name: string, help: string, value: number): Family => ({
    name,
    type: 'gauge',
    help,
    samples: [{ value }],
  })
  const counter = (name: string, help: string, value: number): Family => ({
    name,
    type: 'counter',
    help,
    samples: [{ value }],
  })
  return [
    gauge('aforo_ingest_lag_seconds', 'Age of the oldest accepted message that is not in the facts yet.', lagMs / 1000),
    gauge('aforo_ingest_journal_unapplied_bytes', 'Bytes in the journal that are not in the facts yet.', bytesBehind),
    gauge('aforo_ingest_apply_failures', 'Attempts in a row that did not bring the journal into the facts.', failures),
    gauge('aforo_ingest_journal_damages', 'Places in the journal that were found damaged at the last start.', damage),
    gauge(
      'aforo_ingest_journal_lost_bytes',
      'Bytes of accepted messages that were damaged, cut off or missing at the last start.',
      lostBytes,
    ),
    {
      name: 'aforo_store_damages',
      type: 'gauge',
      help: 'Places that were found damaged since the start, by part.',
      samples: DAMAGE_PARTS.map((part) => ({
        labels: { part },
        value: (damages?.list() ?? []).filter((one) => one.part === part).length,
      })),
    },
    counter('aforo_ingest_messages', 'Messages that were read.', totals.messages),
    counter(
      'aforo_ingest_readings_sent',
      'Readings in them: accepted + duplicate + quarantined + refused.',
      totals.sent,
    ),
    counter('aforo_ingest_readings_accepted', 'Readings that were new or changed something.', totals.accepted),
    counter('aforo_ingest_readings_duplicate', 'Readings that were known.', totals.duplicate),
    counter('aforo_ingest_readings_quarantined', 'Readings that were set apart and are stored.', totals.quarantined),
    {
      name: 'aforo_ingest_quarantined',
      type: 'counter',
      help: 'Readings that were set apart, by reason.',
      samples: labelled(quarantinedBy, 'reason'),
    },
    {
      name: 'aforo_ingest_refused',
      type: 'counter',
      help: 'Readings that were refused, by reason.',
      samples: labelled(refusedBy, 'reason'),
    },
    {
      name: 'aforo_ingest_requests_refused',
      type: 'counter',
      help: 'Requests of devices that were refused whole, by code.',
      samples: labelled(requestsBy, 'code'),
    },
    {
      name: 'aforo_ingest_sync_milliseconds',
      type: 'histogram',
      help: 'Writing and syncing a group of messages.',
      samples: [
        ...bucketsMs.map((most, i) => ({
          suffix: '_bucket',
          labels: { le: String(most) },
          value: syncs.counts[i] ?? 0,
        })),
        { suffix: '_bucket', labels: { le: '+Inf' }, value: syncs.count },
        { suffix: '_sum', value: syncs.sumMs },
        { suffix: '_count', value: syncs.count },
      ],
    },
    {
      name: 'aforo_devices',
      type: 'gauge',
      help: 'Devices that were ever heard, by the time since.',
      samples: [
        ...AGES_S.map((most) => ({
          labels: { within_seconds: String(most) },
          value: ages.filter((age) => age <= most).length,
        })),
        { labels: { within_seconds: '+Inf' }, value: ages.length },
      ],
    },
    gauge(
      'aforo_login_failures_last_hour',
      'Sign-ins that failed in the last hour.',
      await logins.failedSince(now - HOUR_MS),
    ),
    gauge('aforo_disk_free_bytes', 'Free space where the data live.', (await diskSpace(dataDir)).freeBytes),
    {
      name: 'aforo_event_loop_delay_seconds',
      type: 'gauge',
      help: 'Delay of the event loop since the last reading.',
      samples: [
        ['0.5', loop.percentile(50)],
        ['0.99', loop.percentile(99)],
        ['1', loop.max],
      ].map(([quantile, ns]) => ({ labels: { quantile: String(quantile) }, value: Number(ns) / 1e9 })),
    },
    gauge('aforo_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
  ]
}

/** Listens on this computer only. Throws StartError PORT_IN_USE. */
export async function startMetrics(
  port: number,
  parts: Parts,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const loop = monitorEventLoopDelay({ resolution: 10 })
  loop.enable()
  const server: Server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metricFamilies(parts, loop).then(
      (families) => {
        loop.reset()
        response
          .writeHead(200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' })
          .end(metricsText(families))
      },
      () => {
        response.writeHead(503).end()
      },
    )
  })
  server.requestTimeout = 10_000
  server.maxConnections = 20
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        new StartError(
          'PORT_IN_USE',
          `The port ${port} for METRICS_PORT is taken by another program; choose another number.`,
          { cause },
        ),
      )
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        loop.disable()
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
}
