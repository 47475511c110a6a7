/** The examples of docs/ingest.md, executed as they are there against a server. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import { READING_QUARANTINE_REASONS } from '#domain/reading-quarantine-reasons'

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/ingest.md'), 'utf8')
const EXAMPLES = [...PAGE.matchAll(/```sh\n([\s\S]*?)```\n\nanswers `(\d+)` with\s`(.*?)`/g)].map(
  ([, command = '', status = '', answer = '']) => ({ command, status, answer }),
)

const run = (command: string, env: Record<string, string>) =>
  new Promise<string>((resolve) => {
    const child = spawn('bash', ['-c', command], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.on('close', () => {
      resolve(output)
    })
  })

test.runIf(spawnSync('curl', ['--version']).status === 0)(
  'every example of the page is answered as the page says',
  async () => {
    expect(EXAMPLES).toHaveLength(3)
    const f = await fixture()
    try {
      const key = newToken()
      await f.catalog.deviceKeys.insert(SYSTEM_SCOPE, {
        client: f.ids.uno,
        footscan: null,
        name: 'page',
        keyHash: hashOf(key),
        at: NOW,
      })
      const url = await f.app.listen({ port: 0, host: '127.0.0.1' })
      for (const { command, status, answer } of EXAMPLES)
        expect(await run(command.replaceAll('curl -sS', "curl -sS -w '%{http_code}'"), { URL: url, KEY: key })).toBe(
          `${answer}${status}`,
        )
      await f.app.ingest.applied()
      expect(await f.facts.read('SELECT ins, outs FROM device_hour ORDER BY hour')).toEqual([
        [4, 3],
        [null, null],
      ])
    } finally {
      await f.close()
    }
  },
)

test('the page has every reason for which a reading is quarantined, or the family it belongs to', () => {
  const family = /VISITS|RANGES|REPETITIONS/
  expect(READING_QUARANTINE_REASONS.filter((reason) => !PAGE.includes(reason) && !family.test(reason))).toEqual([])
})
