import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMetrics } from './metrics.ts'
import { fixture, NOW } from './testing/fixture.ts'
import type { Fixture } from './testing/fixture.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'
import { hashOf, newToken } from './lib/secrets.ts'

let f: Fixture
beforeAll(async () => {
  f = await fixture()
}, 60_000)
afterAll(() => f.close())

test('every line is of the format, every figure of the alert list is there, and only this computer is answered', async () => {
  const key = newToken()
  await f.catalog.deviceKeys.insert(SYSTEM_SCOPE, {
    client: f.ids.uno,
    footscan: null,
    name: 'metrics',
    keyHash: hashOf(key),
    at: NOW,
  })
  const send = (payload: object, as = key) =>
    f.app.inject({ method: 'POST', url: '/api/ingest/readings', payload, headers: { 'x-device-key': as } })
  const count = { kind: 'count', start: NOW - 60_000, end: NOW, in: 1 }
  await send({
    mac: '00:1A:2B:3C:4D:5E',
    readings: [count, count, { ...count, in: -1 }, { kind: 'heartbeat', at: '2026-02-30T00:00:00Z' }],
  })
  await send({ mac: '00:1A:2B:3C:4D:5E', readings: [] }, newToken())
  await f.app.ingest.applied()
  f.app.ingest.counters.refuse('b"\n\\c')
  const metrics = await startMetrics(0, {
    ingest: f.app.ingest,
    facts: f.facts,
    logins: f.catalog.logins,
    clock: f.clock,
    dataDir: '.',
  })
  try {
    const reply = await fetch(`http://127.0.0.1:${metrics.port}/metrics`)
    const text = await reply.text()
    expect(reply.headers.get('content-type')).toContain('openmetrics-text')
    expect((await fetch(`http://127.0.0.1:${metrics.port}/other`)).status).toBe(404)
    const lines = text.trimEnd().split('\n')
    expect(lines.pop()).toBe('# EOF')
    // Text from outside breaks no line.
    expect(lines).toContain('aforo_ingest_refused_total{reason="b\\"\\n\\\\c"} 1')
    for (const line of lines)
      expect(line).toMatch(
        /^(# (TYPE [a-z_]+ (gauge|counter|histogram)|HELP [a-z_]+ .+)|[a-z_]+(\{([a-z_]+="(?:[^"\\]|\\.)*",?)+\})? -?[\d.e+-]+)$/,
      )
    for (const line of [
      'aforo_ingest_readings_sent_total 4',
      'aforo_ingest_readings_accepted_total 1',
      'aforo_ingest_readings_duplicate_total 1',
      'aforo_ingest_quarantined_total{reason="NEGATIVE"} 1',
      'aforo_ingest_quarantined_total{reason="TIME_UNREADABLE"} 1',
      'aforo_ingest_requests_refused_total{code="DEVICE_KEY_INVALID"} 1',
      'aforo_ingest_lag_seconds 0',
      'aforo_devices{within_seconds="600"} 1',
    ])
      expect(lines).toContain(line)
    for (const name of [
      'journal_unapplied_bytes',
      'sync_milliseconds_bucket',
      'aforo_login_failures',
      'aforo_disk_free_bytes',
      'aforo_event_loop_delay_seconds',
    ])
      expect(text).toContain(name)
  } finally {
    await metrics.close()
  }
})
