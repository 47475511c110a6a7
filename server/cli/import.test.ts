import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Catalog } from '../catalog.ts'
import { memoryCatalog } from '../testing/catalog.ts'
import { createDuckDbFactStore } from '../facts/duckdb/store.ts'
import type { SqlFactStore } from '../facts/duckdb/sql-store.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { importCommand } from './import.ts'

const FILE = join(import.meta.dirname, '../modules/imports/reading/fixtures/hourly.csv')
const NOW = Date.UTC(2026, 10, 20, 12)

let catalog: Catalog
let facts: SqlFactStore
let printed: string[]
let opened: number
beforeEach(async () => {
  catalog = await memoryCatalog()
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  printed = []
  opened = 0
})
afterEach(async () => {
  await facts.close()
  await catalog.close()
})

const command = (...args: string[]) =>
  importCommand(args, {
    // As a terminal prints: all that it is given.
    print: (...given: readonly unknown[]) => {
      printed.push(given.map(String).join(' '))
    },
    open: () => {
      opened += 1
      return Promise.resolve({ catalog, facts, now: NOW, loginDomain: 'aforo.test', close: () => Promise.resolve() })
    },
  })

test.each<[string, string[], string]>([
  ['an unknown option', [FILE, '--colour', 'red'], 'USAGE'],
  ['no client', [FILE, '--time-zone', 'UTC'], 'IMPORT_OPTION_INVALID'],
  ['a rule that does not exist', [FILE, '--client', 'City', '--duplicates', 'average'], 'IMPORT_OPTION_INVALID'],
  ['a rename without a new name', [FILE, '--client', 'City', '--rename', 'Old'], 'IMPORT_OPTION_INVALID'],
  ['a format that does not exist', [FILE, '--client', 'City', '--format', 'xml'], 'IMPORT_FORMAT_UNKNOWN'],
  ['a wrong file', [join(FILE, '../wrong.csv'), '--client', 'City', '--time-zone', 'UTC'], 'FILE_UNREADABLE'],
])('%s is refused before a store is opened', async (_, args, code) => {
  await expect(command(...args)).rejects.toMatchObject({ code })
  expect(opened).toBe(0)
})

test('an account that does not exist stops the import before anything is stored', async () => {
  await expect(
    command(FILE, '--client', 'City', '--time-zone', 'Europe/Madrid', '--grant', 'anna'),
  ).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
  expect(await catalog.clients.list(SYSTEM_SCOPE)).toEqual([])
})

test('a dry run reports and opens no store', async () => {
  await command(FILE, '--client', 'City', '--time-zone', 'Europe/Madrid', '--dry-run')
  expect(opened).toBe(0)
  expect(printed.at(-1)).toBe('  nothing was stored: this was a dry run')
})

test('figures of months and minutes are reported line by line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aforo-cli-'))
  try {
    const [months, rooms] = [join(folder, 'months.csv'), join(folder, 'rooms.csv')]
    writeFileSync(months, 'month,place,figure\n2024-01,A,100\n2024-02,A,50\n')
    writeFileSync(rooms, 'ts_local,occupied\n2015-02-02T10:00:00,1\n2015-02-02T10:01:00,0\n')
    await command(months, '--client', 'City', '--format', 'monthly')
    await command(rooms, '--client', 'Office', '--format', 'uci-office', '--dry-run')
    expect(printed).toContain('  figure       150 read = 150 stored')
    expect(printed).toContain('Office: 1 rooms, 2 minutes of 2 lines')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the report says what was taken, merged, renamed, quarantined and stored', async () => {
  await command(FILE, '--client', 'City', '--time-zone', 'Europe/Madrid', '--rename', 'Old Door=Door B')
  expect(printed).toEqual([
    'hourly.csv (hourly): 11 lines, 2 places, 2026-03-28 to 2026-03-29',
    '  column       ts: used for time',
    '  column       sensor: used for place',
    '  column       ins: used for ins',
    '  taken        5 hours',
    '  merged       3 lines of an hour that was there already',
    '  merged       1 lines of a clock time that was skipped, into the hour after it',
    '  renamed      3 lines with another spelling or an old name of their place',
    '  quarantined   2 lines',
    '    NEGATIVE 1',
    '      hourly.csv:11  2026-03-28T13:00 | Door B | -4',
    '    ABSURD 1',
    '      hourly.csv:12  2026-03-28T14:00 | Door B | 900001',
    '  ins          38 read = 28 stored + 10 in lines that another line replaced',
    '  store        5 new, 0 known already, 0 corrected, 0 refused; client City, 2 new locals',
  ])
})

test('an account that is named may see the client afterwards, also when it is named again', async () => {
  await catalog.users.insert(
    SYSTEM_SCOPE,
    { username: 'ana@aforo.test', role: 'basic', flags: [], clients: [], passwordHash: null },
    NOW,
  )
  for (let i = 0; i < 2; i += 1)
    await command(FILE, '--client', 'City', '--time-zone', 'Europe/Madrid', '--grant', 'ana')
  const [client] = await catalog.clients.list(SYSTEM_SCOPE)
  expect((await catalog.users.findByUsername(SYSTEM_SCOPE, 'ana@aforo.test'))?.clients).toEqual([client?.id])
  expect(printed.at(-1)).toBe('  granted      ana@aforo.test may see City')
})

test('what was imported is listed, and taken back by its number', async () => {
  await command(FILE, '--client', 'City', '--time-zone', 'Europe/Madrid')
  printed.length = 0
  await command('--list')
  expect(printed).toEqual([`    1  loaded     2026-11-20 12:00  City  2026-03-28 to 2026-03-29  hourly.csv`])
  await expect(command('--undo', 'one')).rejects.toMatchObject({ code: 'IMPORT_OPTION_INVALID' })
  await expect(command('--undo', '7')).rejects.toMatchObject({ code: 'IMPORT_NOT_FOUND' })
  await command('--undo', '1')
  expect(printed.at(-1)).toBe('Import 1 was taken back.')
  expect([await catalog.clients.list(SYSTEM_SCOPE), await facts.read('SELECT count(*)::INTEGER FROM traffic')]).toEqual(
    [[], [[0]]],
  )
  await expect(command('--undo', '1')).rejects.toMatchObject({ code: 'IMPORT_STATE_CONFLICT' })
})

test('an empty cell retracts an earlier count only on request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aforo-cli-'))
  const file = (name: string, ins: string) => {
    writeFileSync(join(folder, name), `ts,sensor,ins\n2025-09-01T10:00,a,${ins}\n2025-09-01T11:00,a,5\n`)
    return join(folder, name)
  }
  const stored = () => facts.read('SELECT hour, ins FROM traffic WHERE ins IS NOT NULL ORDER BY hour')
  const options = ['--client', 'City', '--time-zone', 'Europe/Madrid']
  await command(file('first.csv', '4'), ...options)
  await command(file('second.csv', ''), ...options)
  expect(await stored()).toEqual([
    [10, 4],
    [11, 5],
  ])
  await command(file('third.csv', ''), ...options, '--retract')
  expect(await stored()).toEqual([[11, 5]])
  expect(await facts.read('SELECT ins, cause FROM traffic_log')).toEqual([[4, 'import 3 third.csv']])
  await command('--undo', '3')
  expect(await stored()).toEqual([
    [10, 4],
    [11, 5],
  ])
  rmSync(folder, { recursive: true })
})

test('help lists the formats', async () => {
  expect(await command('--help')).toBeNull()
  expect(printed[0]).toContain('melbourne')
})
