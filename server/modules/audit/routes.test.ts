import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { auditArchives } from './archives.ts'
import type { AuditPage } from '#schemas/generated/entities/audit-page.ts'

let f: Fixture
let dir: string
let admin: string
let adminId: number
const MINUTE = 60_000

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'aforo-audit-'))
  f = await fixture({ catalogUrl: `sqlite:${join(dir, 'catalog.sqlite')}`, config: { noticeMail: false } })
  admin = await f.signIn('admin')
  adminId = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'admin@aforo.test'))?.id ?? 0
  const scope = { ...SYSTEM_SCOPE, userId: adminId }
  await f.catalog.audit.append(scope, {
    action: 'user.change',
    target: 'Ana@aforo.test',
    details: { role: 'admin' },
    at: NOW + MINUTE,
  })
  await f.catalog.audit.append(scope, { action: 'user.remove', target: '100%_sure', at: NOW + 2 * MINUTE })
  await f.catalog.audit.append(
    { ...SYSTEM_SCOPE, userId: 4711 },
    { action: 'brand.change', target: 'norte', at: NOW + 3 * MINUTE },
  )
  await f.catalog.audit.append(SYSTEM_SCOPE, { action: 'otp.send', target: 'ana@aforo.test', at: NOW + 4 * MINUTE })
})
afterAll(async () => {
  await f.close()
  rmSync(dir, { recursive: true, force: true })
})

const read = async (query: string) => (await f.get(`/audit?${query}`, admin)).body as AuditPage
const actions = async (query: string) => (await read(query)).entries.map(({ action }) => action)

describe('the audit log is refused', () => {
  test('to everybody but administrators', async () => {
    const token = await f.signIn('analyst')
    for (const path of ['/audit', '/audit/verify'])
      expect([(await f.get(path)).status, (await f.get(path, token)).status]).toEqual([401, 403])
  })

  test.each([
    'limit=0',
    'limit=1001',
    'before=0',
    'from=yesterday',
    'user=-1',
    'action=user.change.x',
    'action=%25',
    'text=%00',
    'sort=at',
  ])('with %s', async (query) => {
    expect(await f.get(`/audit?${query}`, admin)).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID' } })
  })
})

describe('the audit log', () => {
  test('says who, what, to whom and when, newest first; an account that is gone keeps its number', async () => {
    const { entries } = await read(`from=${NOW + MINUTE}&limit=3`)
    expect(entries.map(({ id: _id, ...rest }) => rest)).toEqual([
      { at: NOW + 4 * MINUTE, user: null, username: null, action: 'otp.send', target: 'ana@aforo.test', details: {} },
      { at: NOW + 3 * MINUTE, user: 4711, username: null, action: 'brand.change', target: 'norte', details: {} },
      {
        at: NOW + 2 * MINUTE,
        user: adminId,
        username: 'admin@aforo.test',
        action: 'user.remove',
        target: '100%_sure',
        details: {},
      },
    ])
  })

  test('is filtered by time, person, action, target and text', async () => {
    expect(await actions(`from=${NOW + 2 * MINUTE}&to=${NOW + 4 * MINUTE}`)).toEqual(['brand.change', 'user.remove'])
    expect(await actions(`user=${adminId}`)).toEqual(['user.remove', 'user.change'])
    expect(await actions(`user=0&from=${NOW + MINUTE}`)).toEqual(['otp.send'])
    expect(await actions('action=user')).toEqual(['user.remove', 'user.change'])
    expect(await actions('action=user.change')).toEqual(['user.change'])
    expect(await actions('action=use')).toEqual([])
    expect(await actions('target=Ana@aforo.test')).toEqual(['user.change'])
    expect(await actions('text=ANA@')).toEqual(['otp.send', 'user.change'])
    expect(await actions('text=role')).toEqual(['user.change'])
  })

  test('takes percent signs and underscores of a search as they are', async () => {
    expect(await actions(`text=${encodeURIComponent('0%_s')}`)).toEqual(['user.remove'])
    expect([
      await actions(`text=${encodeURIComponent('a%a')}`),
      await actions('text=n_rte'),
      await actions(`text=${encodeURIComponent('\\')}`),
    ]).toEqual([[], [], []])
  })

  test('comes in pages that hold every entry once', async () => {
    const whole = (await read('limit=1000')).entries.map(({ id }) => id)
    const pages: number[] = []
    let next: number | null = null
    do {
      const page: AuditPage = await read(`limit=2${next === null ? '' : `&before=${next}`}`)
      pages.push(...page.entries.map(({ id }) => id))
      next = page.next
    } while (next !== null)
    expect(pages).toEqual(whole)
  })

  test('is valid until an entry is changed, and then says which one', async () => {
    const entries = await f.catalog.audit.count()
    expect((await f.get('/audit/verify', admin)).body).toEqual({ entries, ok: true, brokenAt: null, archive: null })
    const intruder = new DatabaseSync(join(dir, 'catalog.sqlite'))
    const { id } = intruder.prepare(`select id from audit_log where target = 'norte'`).get() as { id: number }
    intruder.exec(`update audit_log set target = 'sur' where id = ${id}`)
    expect((await f.get('/audit/verify', admin)).body).toEqual({ entries, ok: false, brokenAt: id, archive: null })
    intruder.exec(
      `update audit_log set target = 'norte' where id = ${id}; delete from audit_log where id = (select max(id) ` +
        'from audit_log)',
    )
    intruder.close()
    expect((await f.get('/audit/verify', admin)).body).toEqual({ entries, ok: false, brokenAt: null, archive: null })
  })
})

test('says from when on it is, how much older ones are in archives, and which archive is missing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'aforo-audit-'))
  const other = await fixture({ config: { noticeMail: false, dataDir } })
  try {
    const token = await other.signIn('admin')
    const before = await other.catalog.audit.count()
    expect((await other.get('/audit', token)).body).toMatchObject({ archived: null })
    const later = NOW + 500 * 24 * 60 * MINUTE
    const [made] = await auditArchives({
      catalog: other.catalog,
      clock: { now: () => later },
      folder: join(dataDir, 'audit'),
      keptDays: 400,
    }).runMaintenance()
    const page = (await other.get('/audit', token)).body as AuditPage
    expect([page.entries.map(({ action }) => action), page.archived]).toEqual([
      ['audit.archive'],
      { entries: before, files: 1, since: later },
    ])
    expect((await other.get('/audit/verify', token)).body).toEqual({
      entries: before + 1,
      ok: true,
      brokenAt: null,
      archive: null,
    })
    rmSync(join(dataDir, 'audit', made?.name ?? ''))
    expect((await other.get('/audit/verify', token)).body).toEqual({
      entries: before + 1,
      ok: false,
      brokenAt: null,
      archive: made?.name,
    })
  } finally {
    await other.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
