import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockDataDir } from '../lib/boot.ts'
import { backupCommand, USAGE } from '../cli/backup.ts'
import { restoreCommand, USAGE as RESTORE_USAGE } from '../cli/restore.ts'
import { readConfig, readStoreConfig } from '../lib/config.ts'
import { createCatalog } from '../open-catalog.ts'
import { hourRow } from '../facts/testing.ts'
import { admitKey } from '../key-check.ts'
import { archiveReader } from '../modules/audit/archive-file.ts'
import { auditArchives } from '../modules/audit/archives.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { secretsOf } from '../lib/secrets.ts'
import { start } from '../start.ts'
import type { Running } from '../start.ts'
import { openStores } from '../stores.ts'
import { testDialects } from '../testing/postgres.ts'
import { requestCut, startControl } from './control.ts'
import { makeBackup } from './make.ts'
import { restoreBackup, verifyBackup } from './restore.ts'
import { differences, factSums, withFacts } from './sums.ts'

const KEY = 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W'
const NOW = Date.UTC(2026, 10, 20, 12)
const clock = {
  time: NOW,
  now() {
    this.time += 1000
    return this.time
  },
}

let folder: string
let data: string
let backups: string
let said: string[]
let running: Running | null
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-backup-'))
  data = join(folder, 'data')
  backups = join(folder, 'backups')
  said = []
  running = null
  const { catalog, facts, close } = await openStores(readStoreConfig({ DATA_DIR: data }))
  const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
  await catalog.locals.insert(SYSTEM_SCOPE, { client, name: 'Shop', code: 'S1', type: 'store', timeZone: 'UTC' })
  await facts.upsertTraffic(
    [hourRow(20_500, 10, { ins: 7 }), hourRow(20_500, 11, { ins: 5 }), hourRow(20_540, 11, { ins: 100 })],
    'test',
  )
  await close()
  mkdirSync(join(data, 'imports/3'), { recursive: true })
  writeFileSync(
    join(data, 'imports/3/files.json'),
    JSON.stringify([{ path: join(data, 'imports/3/0.csv'), name: 'counts.csv' }]),
  )
  writeFileSync(join(data, 'imports/3/0.csv'), 'timestamp,ins\n')
  mkdirSync(join(data, 'exports/4.part'), { recursive: true })
  writeFileSync(join(data, 'exports/4.part/half.csv'), 'half')
  writeFileSync(join(data, 'secret.key'), KEY)
})
afterEach(async () => {
  await running?.close()
  rmSync(folder, { recursive: true, force: true })
})

const env = (more: Record<string, string> = {}) => ({ DATA_DIR: data, SECRET_KEY: KEY, ...more })
const print = (line: string) => {
  said.push(line)
}
const backup = (line: string, more = {}) =>
  backupCommand(line.split(' ').filter(Boolean), { env: env(more), clock, print })
const restore = (line: string, more = {}) => restoreCommand(line.split(' ').filter(Boolean), { env: env(more), print })
const begin = async () => {
  running = await start({
    config: readConfig({ ...env(), PORT: '0', LOG_LEVEL: 'silent', DRAIN_S: '0' }, 'production'),
  })
}
const make = () => makeBackup({ source: readStoreConfig({ DATA_DIR: data }), folder: backups, clock })
const pieces = () =>
  readdirSync(join(backups, 'pieces'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
const sumsOf = (dir: string) => withFacts(join(dir, 'facts.duckdb'), factSums)

describe('a backup is refused', () => {
  test.each([
    ['', 'USAGE', USAGE],
    ['a b', 'USAGE', USAGE],
    ['a --often', 'USAGE', expect.stringContaining(USAGE)],
    ['a --keep none', 'USAGE', expect.stringContaining('--keep is "none"; expected a whole number from 1.')],
  ])('%j', async (line, code, message) => {
    await expect(backup(line)).rejects.toMatchObject({ code, message })
    expect(existsSync(join(folder, 'a'))).toBe(false)
  })

  test('within the data, and around them', async () => {
    for (const place of [join(data, 'backups'), data, folder]) {
      await expect(backup(place)).rejects.toMatchObject({
        code: 'BACKUP_DIR_INVALID',
        message:
          `${place} and the data in ${data} are one within the other; choose a folder beside the data, best ` +
          'on another disk.',
      })
    }
    expect(readdirSync(folder)).toEqual(['data'])
  })

  test('of a folder without facts, which is not made', async () => {
    await expect(backup(`${backups} --data-dir ${join(folder, 'none')}`)).rejects.toMatchObject({
      code: 'BACKUP_NOTHING',
      message: expect.stringContaining(join(folder, 'none/facts.duckdb')),
    })
    expect(readdirSync(folder)).toEqual(['data'])
  })

  test('while another one is written into the folder', async () => {
    mkdirSync(backups)
    const lock = lockDataDir(backups)
    await expect(backup(backups)).rejects.toMatchObject({
      code: 'BACKUP_BUSY',
      message: `Another program writes into ${backups}; wait until it is done.`,
    })
    lock.release()
  })

  test('of a folder that a program has which is no server', async () => {
    const lock = lockDataDir(data)
    await expect(backup(backups)).rejects.toMatchObject({ code: 'BACKUP_SERVER_UNAVAILABLE' })
    lock.release()
    expect(
      readdirSync(join(backups, 'pieces'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()),
    ).toEqual([])
  })

  test('when the server lets go of the facts before they are copied; no part is kept, and the facts go on', async () => {
    await begin()
    await expect(
      makeBackup({
        source: readStoreConfig({ DATA_DIR: data }),
        folder: backups,
        clock,
        onHeld: async () => {
          await running?.close()
          running = null
        },
      }),
    ).rejects.toMatchObject({ code: 'BACKUP_INTERRUPTED' })
    expect(pieces()).toEqual([])
    expect(existsSync(join(backups, 'backups'))).toBe(false)
    await make()
  })

  test('of facts that were changed while they were copied, without a server', async () => {
    await expect(
      makeBackup({
        source: readStoreConfig({ DATA_DIR: data }),
        folder: backups,
        clock,
        onHeld: async () => {
          const { facts, close } = await openStores(readStoreConfig({ DATA_DIR: data }))
          await facts.upsertTraffic([hourRow(20_500, 12, { ins: 1 })], 'command line')
          await close()
        },
      }),
    ).rejects.toMatchObject({
      code: 'BACKUP_INTERRUPTED',
      message: expect.stringContaining('was changed while it was copied'),
    })
  })
})

describe('the server', () => {
  test('keeps its facts still for who knows the token only, and lets them go on when they leave', async () => {
    await begin()
    const file = join(data, 'aforo.control')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { port } = JSON.parse(readFileSync(file, 'utf8')) as { port: number }
    for (const line of ['{"token":"00"}', `{"token":"${'0'.repeat(64)}"}`, 'GET / HTTP/1.1', 'x'.repeat(5000)]) {
      const socket = connect(port, '127.0.0.1')
      let answer = ''
      socket
        .on('data', (chunk) => {
          answer += chunk.toString()
        })
        .on('error', () => undefined)
      socket.write(`${line}\n`)
      await new Promise((resolve) => {
        socket.once('close', resolve)
      })
      expect(answer).toBe('')
    }
    const held = await requestCut(data)
    held.giveUp()
    const again = await requestCut(data)
    expect((await again.end()).months).toHaveLength(2)
    await running?.close()
    running = null
    expect(existsSync(file)).toBe(false)
  })

  test('waits no longer than its limit for who copies', async () => {
    const { catalog, facts, close } = await openStores(readStoreConfig({ DATA_DIR: data }))
    const warned: string[] = []
    const control = await startControl({
      dataDir: data,
      facts,
      ingest: { synced: { segment: 0, place: 0 }, folder: join(data, 'ingest') },
      clock,
      longestMs: 50,
      log: {
        info: () => undefined,
        warn: (_fields, message) => {
          warned.push(message)
        },
      },
    })
    const held = await requestCut(data)
    await facts.upsertTraffic([hourRow(20_500, 13, { ins: 1 })], 'test')
    await expect(held.end()).rejects.toMatchObject({ code: 'BACKUP_INTERRUPTED' })
    expect(warned).toEqual(['a copy of the facts was not finished'])
    await control.close()
    await close()
    expect(catalog.dialect).toBe('sqlite')
  })
})

describe('a restore is refused', () => {
  beforeEach(async () => {
    await begin()
    await running?.close()
    running = null
    await make()
  })
  const there = () => (existsSync(join(folder, 'to')) ? readdirSync(join(folder, 'to')) : [])

  test.each([
    ['', 'USAGE', RESTORE_USAGE],
    ['a', 'USAGE', RESTORE_USAGE],
    [
      'a b --until yesterday',
      'USAGE',
      expect.stringContaining('--until is "yesterday"; expected an instant with its offset'),
    ],
    ['a b --until 2026-11-20T10:00', 'USAGE', expect.stringContaining('expected an instant with its offset')],
    ['a b', 'BACKUP_NOT_FOUND', 'There is no backup in a; expected the folder that was given to npm run backup.'],
  ])('%j', async (line, code, message) => {
    await expect(restore(line)).rejects.toMatchObject({ code, message })
  })

  test('without the key of the data, or with another one; nothing is written', async () => {
    await expect(restore(`${backups} ${join(folder, 'to')}`, { SECRET_KEY: '' })).rejects.toMatchObject({
      code: 'SECRET_KEY_WEAK',
    })
    await expect(restore(`${backups} ${join(folder, 'to')}`, { SECRET_KEY: `other ${KEY}` })).rejects.toMatchObject({
      code: 'SECRET_KEY_WRONG',
    })
    expect(existsSync(join(folder, 'to'))).toBe(false)
    await restore(`${backups} ${join(folder, 'to')}`, { SECRET_KEY: `other ${KEY}`, SECRET_KEY_OLD: KEY })
  })

  test('over anything', async () => {
    const before = await sumsOf(data)
    await expect(restore(`${backups} ${data}`)).rejects.toMatchObject({
      code: 'RESTORE_NOT_EMPTY',
      message: expect.stringMatching(
        /is not empty \(.*\); a backup is restored into an empty folder only, never over data\.$/,
      ),
    })
    expect(await sumsOf(data)).toEqual(before)
  })

  test('of a backup that is not there by its name', async () => {
    await expect(restore(`${backups} ${join(folder, 'to')} --backup x`)).rejects.toMatchObject({
      code: 'BACKUP_NOT_FOUND',
      message: expect.stringContaining('expected one of 2026-'),
    })
  })

  test('when any piece of it was changed or is gone, and the folder is empty again', async () => {
    const all = pieces()
    const largest = all.toSorted((a, b) => statSync(b).size - statSync(a).size)[0]!
    const bytes = readFileSync(largest)
    bytes[bytes.length >> 1]! ^= 1
    writeFileSync(largest, bytes)
    await expect(restore(`${backups} ${join(folder, 'to')}`)).rejects.toMatchObject({
      code: 'BACKUP_DAMAGED',
      message: expect.stringContaining('is missing or was changed'),
    })
    expect(there()).toEqual([])
    await expect(verifyBackup({ from: backups })).rejects.toMatchObject({ code: 'BACKUP_DAMAGED' })
    rmSync(largest)
    await expect(verifyBackup({ from: backups })).rejects.toMatchObject({ code: 'BACKUP_DAMAGED' })
    // The next backup writes it again.
    await make()
    await verifyBackup({ from: backups })
  })

  const rewrite = (change: (manifest: Record<string, unknown>) => void) => {
    const file = join(backups, 'backups', readdirSync(join(backups, 'backups'))[0]!)
    const manifest = JSON.parse(readFileSync(file, 'utf8').split('\n')[0]!) as Record<string, unknown>
    change(manifest)
    const text = JSON.stringify(manifest)
    writeFileSync(file, `${text}\n${hash('sha256', text)}\n`)
  }
  test('when its list was changed', async () => {
    const file = join(backups, 'backups', readdirSync(join(backups, 'backups'))[0]!)
    writeFileSync(file, readFileSync(file, 'utf8').replace('"stopped"', '"running"'))
    await expect(restore(`${backups} ${join(folder, 'to')}`)).rejects.toMatchObject({
      code: 'BACKUP_DAMAGED',
      message: expect.stringContaining('is not as it was written'),
    })
  })

  test('when its sums are not those of its facts', async () => {
    rewrite((manifest) => {
      manifest['files'] = (manifest['files'] as { path: string }[]).map((file) =>
        file.path === 'facts.duckdb.wal' ? { ...file, path: 'other' } : file,
      )
    })
    const { facts, close } = await openStores(readStoreConfig({ DATA_DIR: data }))
    await facts.upsertTraffic([hourRow(20_500, 10, { ins: 8 })], 'test')
    await facts.checkpoint()
    await close()
    const later = (await make()).manifest
    rmSync(join(backups, 'backups', `${later.id}.json`))
    rewrite((manifest) => {
      manifest['files'] = later.files
    })
    await expect(restore(`${backups} ${join(folder, 'to')}`)).rejects.toMatchObject({
      code: 'BACKUP_DAMAGED',
      message: expect.stringContaining('client 1, local 1, 202602: ins is 13 instead of 12'),
    })
    expect(there()).toEqual([])
  })

  test('when a newer version made it', async () => {
    rewrite((manifest) => {
      manifest['factsSchema'] = 99
    })
    await expect(restore(`${backups} ${join(folder, 'to')}`)).rejects.toMatchObject({ code: 'BACKUP_NEWER' })
    rewrite((manifest) => {
      manifest['format'] = 2
    })
    await expect(restore(`${backups} ${join(folder, 'to')}`)).rejects.toMatchObject({ code: 'BACKUP_NEWER' })
  })

  test('when a name in it leads out of the folder', async () => {
    rewrite((manifest) => {
      ;(manifest['files'] as { path: string }[])[0]!.path = '../out'
    })
    await expect(restore(`${backups} ${join(folder, 'to')}`)).rejects.toMatchObject({
      code: 'BACKUP_DAMAGED',
      message: expect.stringContaining('outside of its folder'),
    })
    expect(readdirSync(folder).sort()).toEqual(['backups', 'data', 'to'])
  })

  test('when its catalog was in PostgreSQL and no database is named', async () => {
    rewrite((manifest) => {
      manifest['catalog'] = { dialect: 'postgres', step: '' }
    })
    await expect(restore(`${backups} ${join(folder, 'to')}`)).rejects.toMatchObject({
      code: 'RESTORE_CATALOG_REQUIRED',
    })
  })
})

test('a backup of a stopped server is restored with everything but keys, and the server starts on it', async () => {
  await begin()
  await running?.close()
  running = null
  await backup(backups)
  expect(said).toEqual([
    expect.stringMatching(
      /^Backup 2026-11-20T12-\d\d-\d\d-000Z: [\d.]+ MB, of which [\d.]+ MB are new, in [\d.]+ s; all of it was read again\.$/,
    ),
  ])
  await backup(`--verify ${backups}`)
  const to = join(folder, 'to')
  await restore(`${backups} ${to}`)
  expect(said.slice(1)).toEqual([
    expect.stringMatching(/^The backup 2026-\S+ is whole/),
    expect.stringMatching(/^Restored the backup/),
    'No message waits in the journal.',
  ])
  expect(
    readdirSync(to, { recursive: true })
      .map(String)
      .sort()
      .filter((name) => !/journal$|-(shm|wal)$/.test(name)),
  ).toEqual([
    'catalog.sqlite',
    'facts.duckdb',
    'imports',
    'imports/3',
    'imports/3/0.csv',
    'imports/3/files.json',
    'ingest',
  ])
  expect(JSON.parse(readFileSync(join(to, 'imports/3/files.json'), 'utf8'))).toEqual([
    { path: join(to, 'imports/3/0.csv'), name: 'counts.csv' },
  ])
  expect(await sumsOf(to)).toEqual(await sumsOf(data))
  for (const file of pieces()) expect(readFileSync(file).includes(KEY)).toBe(false)
  running = await start({
    config: readConfig({ ...env({ DATA_DIR: to }), PORT: '0', LOG_LEVEL: 'silent', DRAIN_S: '0' }, 'production'),
  })
})

test('archives of the audit log are in a backup, also one that is made while it is, and what is restored is a whole chain', async () => {
  const source = readStoreConfig({ DATA_DIR: data })
  const old = NOW - 500 * 86_400_000
  const archive = async (entries: number) => {
    const { catalog, close } = await openStores(source)
    for (let n = 0; n < entries; n++)
      await catalog.audit.append(SYSTEM_SCOPE, { action: 'user.add', target: `user${n}`, at: old })
    await auditArchives({
      catalog,
      clock: { now: () => NOW },
      folder: join(data, 'audit'),
      keptDays: 400,
    }).runMaintenance()
    await close()
  }
  await archive(3)
  const first = readdirSync(join(data, 'audit'))
  // The facts are kept still, the catalog is not.
  await makeBackup({
    source,
    folder: backups,
    clock,
    onHeld: async () => {
      const catalog = await createCatalog(source)
      const folder = join(data, 'audit')
      await auditArchives({
        catalog,
        clock: { now: () => NOW + 500 * 86_400_000 },
        folder,
        keptDays: 400,
      }).runMaintenance()
      await catalog.close()
    },
  })
  const to = join(folder, 'to')
  await restore(`${backups} ${to}`)
  expect(first).toHaveLength(1)
  expect(readdirSync(join(to, 'audit'))).toHaveLength(2)
  const restored = await createCatalog(readStoreConfig({ DATA_DIR: to }))
  const read = archiveReader(join(to, 'audit'))
  expect(await restored.audit.verify(undefined, read)).toMatchObject({ whole: true, entries: 5 })
  rmSync(join(to, 'audit'), { recursive: true })
  expect(await restored.audit.verify(undefined, read)).toMatchObject({
    whole: false,
    why: 'is missing',
    archive: first[0],
  })
  await restored.close()
})

test('what a backup holds is for its owner only', async () => {
  await make()
  for (const one of readdirSync(backups, { recursive: true, withFileTypes: true })) {
    if (one.isFile() && !one.name.startsWith('aforo.'))
      expect([one.name, statSync(join(one.parentPath, one.name)).mode & 0o077]).toEqual([one.name, 0])
  }
})

test('old backups are removed with what only they had, and those that stay are whole', async () => {
  await make()
  for (const ins of [20, 30]) {
    const { facts, close } = await openStores(readStoreConfig({ DATA_DIR: data }))
    await facts.upsertTraffic(
      Array.from({ length: 24 }, (_, hour) => hourRow(20_510 + ins, hour, { ins })),
      'test',
    )
    await close()
    await make()
  }
  const before = pieces().length
  await backup(`${backups} --keep 2`)
  expect(said.at(-1)).toMatch(/^Removed 2 older backups and \d+ pieces that only they had\.$/)
  expect(pieces().length).toBeLessThan(before)
  said = []
  await backup(`--list ${backups}`)
  expect(said).toHaveLength(2)
  for (const line of said) await verifyBackup({ from: backups, id: line.split('\t')[0]! })
})

test('a folder whose restore did not come to its end is not started, and is not taken for empty', async () => {
  await make()
  const to = join(folder, 'to')
  cpSync(data, to, { recursive: true })
  writeFileSync(join(to, 'aforo.restoring'), 'x')
  await expect(
    start({ config: readConfig({ ...env({ DATA_DIR: to }), PORT: '0', LOG_LEVEL: 'silent' }, 'production') }),
  ).rejects.toMatchObject({ code: 'RESTORE_UNFINISHED' })
  await expect(restore(`${backups} ${to}`)).rejects.toMatchObject({ code: 'RESTORE_NOT_EMPTY' })
})

test('a catalog in PostgreSQL is dumped with the backup, and restored into an empty database only', async (context) => {
  for (const bin of globSync('/usr/lib/postgresql/*/bin')) process.env.PATH = `${process.env.PATH}:${bin}`
  const { dialects, stop } = await testDialects()
  const postgres = dialects.find(({ name }) => name === 'PostgreSQL')
  const hasTools =
    spawnSync('pg_dump', ['--version']).status === 0 && spawnSync('pg_restore', ['--version']).status === 0
  if (postgres === undefined || !hasTools) context.skip('there is no PostgreSQL, or no pg_dump')
  const [url, empty] = [await postgres!.url(), await postgres!.empty()]
  try {
    const source = readStoreConfig({ DATA_DIR: data, CATALOG_URL: url })
    const { catalog, close } = await openStores(source)
    for (const name of ['Uno', 'Dos']) await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })
    await admitKey(catalog, secretsOf(KEY), clock)
    await close()
    const { manifest } = await makeBackup({ source, folder: backups, clock })
    expect([manifest.catalog.dialect, manifest.keyIds]).toEqual(['postgres', [secretsOf(KEY).keyIds[0]]])
    await verifyBackup({ from: backups })
    await expect(restore(`${backups} ${join(folder, 'to')}`, { CATALOG_URL: url })).rejects.toMatchObject({
      code: 'RESTORE_NOT_EMPTY',
      message: expect.stringMatching(/^The database of CATALOG_URL has \d+ tables/),
    })
    await restore(`${backups} ${join(folder, 'to')}`, { CATALOG_URL: empty })
    const again = await openStores(readStoreConfig({ DATA_DIR: join(folder, 'to'), CATALOG_URL: empty }))
    expect((await again.catalog.clients.list(SYSTEM_SCOPE)).map(({ name }) => name).sort()).toEqual(['Dos', 'Uno'])
    // Numbers go on where they were.
    expect((await again.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Tres', type: 'basic' })).id).toBe(3)
    await again.close()
  } finally {
    await stop()
  }
}, 60_000)

test('without pg_dump a catalog in PostgreSQL is not backed up, and nothing is kept', async () => {
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  try {
    await expect(
      makeBackup({
        source: readStoreConfig({ DATA_DIR: data, CATALOG_URL: 'postgres://aforo:Marker@127.0.0.1:1/aforo' }),
        folder: backups,
        clock,
      }),
    ).rejects.toMatchObject({ code: 'PG_TOOLS_REQUIRED' })
  } finally {
    process.env.PATH = PATH
  }
  await expect(
    makeBackup({
      source: readStoreConfig({ DATA_DIR: data, CATALOG_URL: `sqlite:${join(folder, 'none.sqlite')}` }),
      folder: backups,
      clock,
    }),
  ).rejects.toMatchObject({ code: 'CATALOG_UNREACHABLE' })
  expect(pieces()).toEqual([])
})

test('checksums name what differs, by table, client, local and month', () => {
  const one = {
    rows: { traffic: 2 },
    columns: ['ins', 'outs'],
    months: [
      [1, 1, 202601, 1, 5, null],
      [1, 2, 202601, 1, 6, 1],
    ],
  }
  expect(differences(one, structuredClone(one))).toEqual([])
  expect(
    differences(one, {
      rows: { traffic: 3, other: 1 },
      columns: ['ins', 'outs'],
      months: [
        [1, 1, 202601, 1, 6, null],
        [1, 3, 202601, 1, 6, 1],
      ],
    }),
  ).toEqual([
    'traffic has 3 rows instead of 2',
    'other has 1 rows instead of none',
    'client 1, local 1, 202601: ins is 6 instead of 5',
    'client 1, local 2, 202601: rows is not there instead of 1',
    'client 1, local 3, 202601 should not be there',
  ])
})

test('a catalog that is written to while a backup is made is whole in it', async () => {
  await begin()
  const stop = new AbortController()
  const writing = (async () => {
    const catalog = await createCatalog({ catalogUrl: `sqlite:${data}/catalog.sqlite` })
    for (let n = 0; !stop.signal.aborted; n += 1) {
      await catalog.clients.insert(SYSTEM_SCOPE, { name: `Client ${n}`, type: 'basic' })
      await setTimeout(1)
    }
    await catalog.close()
  })()
  await make()
  stop.abort()
  await writing
  await verifyBackup({ from: backups })
  expect((await restoreBackup({ from: backups, to: join(folder, 'to'), secrets: () => secretsOf(KEY) })).waiting).toBe(
    0,
  )
})
