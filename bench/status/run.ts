/**
 * `node bench/status/run.ts`: how long it takes to judge a fleet, to judge one minute of it, and to answer the Status
 * dashboard.
 */
import { encodeArrow } from '#domain/frame-arrow'
import { isoDay } from '#domain/days'
import { clientService } from '../../server/modules/clients/service.ts'
import { deviceHealthService } from '../../server/modules/device-health/service.ts'
import { localService } from '../../server/modules/locals/service.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { constants, brotliCompressSync } from 'node:zlib'
import { DAYS, LOCALS, makeFleet, PER_LOCAL } from '../../tests/e2e/many-footscans-data.ts'

const { catalog, facts, client, today, nowMs, hours } = await makeFleet()
const clients = clientService({ clients: catalog.clients })
const locals = localService({ locals: catalog.locals, areas: catalog.areas, footscans: catalog.footscans, clients })
const health = deviceHealthService({ facts, repo: catalog.deviceHealth, clients, locals, clock: { now: () => nowMs } })

async function timed<T>(what: string, work: () => Promise<T>, times = 1): Promise<T> {
  const took: number[] = []
  let result: T | undefined
  for (let n = 0; n < times; n += 1) {
    const began = performance.now()
    result = await work()
    took.push(performance.now() - began)
  }
  const middle = took.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0
  process.stdout.write(`${what.padEnd(52)} ${middle.toFixed(0).padStart(7)} ms\n`)
  return result as T
}

process.stdout.write(`${LOCALS * PER_LOCAL} footscans, ${DAYS} days, ${hours} hours\n`)
await timed('judge all of it, first run', health.evaluate)
await timed('judge again, a minute later', health.evaluate, 5)
const range = { client, begin: isoDay(today - DAYS + 1), end: isoDay(today) }
const weigh = (what: string, { frame }: Awaited<ReturnType<typeof health.workday>>) => {
  const bytes = encodeArrow(frame)
  const sent = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  process.stdout.write(
    `${`  ${what}`.padEnd(52)} ${String(frame.rows).padStart(7)} rows, ${(bytes.length / 1024).toFixed(0)} KB, ` +
      `${(sent.length / 1024).toFixed(0)} KB on the wire\n`,
  )
}
weigh(
  'workdays of one date',
  await timed(
    'workdays of one date (what the dashboard asks)',
    () => health.workday(SYSTEM_SCOPE, { client, date: isoDay(today - 1) }),
    5,
  ),
)
weigh(
  'summary',
  await timed(`summary of ${DAYS} dates (what the dashboard asks)`, () => health.summary(SYSTEM_SCOPE, range), 5),
)
weigh('workdays of all dates', await timed(`workdays of ${DAYS} dates`, () => health.workday(SYSTEM_SCOPE, range), 3))
await timed('how all footscans are now', () => health.current(SYSTEM_SCOPE, { client }), 5)
await facts.close()
await catalog.close()
