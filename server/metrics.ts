/** Metrics of the server for a collector on the same computer (reliability.md K1, K3). */
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, type OpenMetricsContentType, Registry } from 'prom-client'
import type { Clock } from './lib/clock.ts'
import { DAMAGE_PARTS } from './lib/damages.ts'
import type { Damages } from './lib/damages.ts'
import { diskSpace } from './lib/disk-space.ts'
import { StartError } from './lib/errors.ts'
import type { FactStore } from './facts/store.ts'
import type { Ingest } from './modules/ingest/ingest.ts'

interface Parts {
  readonly ingest: Pick<Ingest, 'counters' | 'state'>
  readonly facts: Pick<FactStore, 'devices'>
  readonly logins: { failedSince(at: number): Promise<number> }
  readonly clock: Clock
  readonly dataDir: string
  readonly damages?: Pick<Damages, 'list'>
}

type LoopDelay = ReturnType<typeof monitorEventLoopDelay>

const HOUR_MS = 3_600_000
/** Seconds since the last contact of a device: a report late, an hour, a day. */
const AGES_S = [600, 3600, 86_400] as const

/** The figures, each read when they are asked for. */
function registryOf({ ingest, facts, logins, clock, dataDir, damages }: Parts, loop: LoopDelay) {
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const registers = [registry]
  const { totals, quarantinedBy, refusedBy, requestsBy, syncs } = ingest.counters

  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  const gaugeBy = (
    name: string,
    help: string,
    label: string,
    read: () => Iterable<readonly [string, number]> | Promise<Iterable<readonly [string, number]>>,
  ) =>
    new Gauge({
      name,
      help,
      registers,
      labelNames: [label],
      async collect() {
        for (const [value, figure] of await read()) this.set({ [label]: value }, figure)
      },
    })
  /** Of what is counted where it happens. */
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  const counterBy = (name: string, help: string, label: string, counts: ReadonlyMap<string, number>) =>
    new Counter({
      name,
      help,
      registers,
      labelNames: [label],
      collect() {
        this.reset()
        for (const [value, count] of counts) this.inc({ [label]: value }, count)
      },
    })

  const { state } = ingest
  gauge(
    'aforo_ingest_lag_seconds',
    'Age of the oldest accepted message that is not in the facts yet.',
    () => state().lagMs / 1000,
  )
  gauge(
    'aforo_ingest_journal_unapplied_bytes',
    'Bytes in the journal that are not in the facts yet.',
    () => state().bytesBehind,
  )
  gauge(
    'aforo_ingest_apply_failures',
    'Attempts in a row that did not bring the journal into the facts.',
    () => state().failures,
  )
  gauge(
    'aforo_ingest_journal_damages',
    'Places in the journal that were found damaged at the last start.',
    () => state().damage,
  )
  gauge(
    'aforo_ingest_journal_lost_bytes',
    'Bytes of accepted messages that were damaged, cut off or missing at the last start.',
    () => state().lostBytes,
  )
  gaugeBy('aforo_store_damages', 'Places that were found damaged since the start, by part.', 'part', () =>
    DAMAGE_PARTS.map((part) => [part, (damages?.list() ?? []).filter((one) => one.part === part).length] as const),
  )
  counter('aforo_ingest_messages', 'Messages that were read.', () => totals.messages)
  counter(
    'aforo_ingest_readings_sent',
    'Readings in them: accepted + duplicate + quarantined + refused.',
    () => totals.sent,
  )
  counter('aforo_ingest_readings_accepted', 'Readings that were new or changed something.', () => totals.accepted)
  counter('aforo_ingest_readings_duplicate', 'Readings that were known.', () => totals.duplicate)
  counter('aforo_ingest_readings_quarantined', 'Quarantined readings and are stored.', () => totals.quarantined)
  counterBy('aforo_ingest_quarantined', 'Quarantined readings, by reason.', 'reason', quarantinedBy)
  counterBy('aforo_ingest_refused', 'Readings that were refused, by reason.', 'reason', refusedBy)
  counterBy(
    'aforo_ingest_requests_refused',
    'Requests of devices that were refused whole, by code.',
    'code',
    requestsBy,
  )
  registry.registerMetric(syncs)
  gaugeBy('aforo_devices', 'Devices that were ever heard, by the time since.', 'within_seconds', async () => {
    const ages = [...(await facts.devices.lastContacts()).values()].map((at) => (clock.now() - at) / 1000)
    return [
      ...AGES_S.map((most) => [String(most), ages.filter((age) => age <= most).length] as const),
      ['+Inf', ages.length] as const,
    ]
  })
  gauge('aforo_login_failures_last_hour', 'Sign-ins that failed in the last hour.', () =>
    logins.failedSince(clock.now() - HOUR_MS),
  )
  gauge('aforo_disk_free_bytes', 'Free space where the data live.', async () => (await diskSpace(dataDir)).freeBytes)
  gaugeBy('aforo_event_loop_delay_seconds', 'Delay of the event loop since the last reading.', 'quantile', () =>
    [['0.5', loop.percentile(50)] as const, ['0.99', loop.percentile(99)] as const, ['1', loop.max] as const].map(
      ([quantile, ns]) => [quantile, ns / 1e9] as const,
    ),
  )
  gauge('aforo_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  return registry
}

/** Listens on this computer only. Throws StartError PORT_IN_USE. */
export async function startMetrics(
  port: number,
  parts: Parts,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const loop = monitorEventLoopDelay({ resolution: 10 })
  loop.enable()
  const registry = registryOf(parts, loop)
  const server: Server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => {
        loop.reset()
        response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
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
