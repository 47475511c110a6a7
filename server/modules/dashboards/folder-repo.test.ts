import { afterAll, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import { testDialects } from '../../testing/postgres.ts'

const { dialects, stop } = await testDialects()
afterAll(stop)

describe.each(dialects)('rights by folders on $name', ({ url }) => {
  test('are those of the account and of its groups, and of no number that only looks like theirs', async () => {
    const f = await fixture({ catalogUrl: await url() })
    const { catalog } = f
    const idOf = async (name: string) =>
      (await catalog.users.findByUsername(SYSTEM_SCOPE, `${name}@aforo.test`))?.id ?? 0
    const [owner, member, stranger] = [await idOf('analyst'), await idOf('multi'), await idOf('other')]
    const scope = (userId: number): Scope => ({ userId, role: 'basic', clients: [], demo: false })
    const group = await catalog.groups.insert(SYSTEM_SCOPE, {
      name: 'People',
      description: '',
      flags: [],
      members: [member],
    })
    const token = await f.signIn('admin')
    const made = await f.app.inject({
      method: 'POST',
      url: '/api/folders',
      headers: { access_token: token },
      payload: { name: 'Shared', editUsers: [owner], viewGroups: [group] },
    })
    expect(made.statusCode).toBe(201)
    await catalog.dashboards.insert(
      scope(owner),
      {
        id: 'one',
        names: { '': 'One' },
        descriptions: {},
        flags: [],
        audience: { to: 'onlyMe', ids: [] },
        basedOn: null,
      },
      { number: 1, text: '{}', note: '', at: NOW, restoredFrom: null, basedOnHash: null, patch: null },
    )
    const shared = await catalog.dashboards.folderNamed(scope(owner), 'Shared')
    expect(shared).toMatchObject({ name: 'Shared', mayEdit: true })
    await catalog.dashboards.moveAll(scope(owner), ['one'], 'Shared', shared?.id ?? null)
    const seen = async (userId: number) => {
      const found = await catalog.dashboards.find(scope(userId), 'one')
      return found && { folder: found.folder, edits: found.edits }
    }
    expect([await seen(owner), await seen(member), await seen(stranger), await seen(owner * 10 + 1)]).toEqual([
      { folder: 'Shared', edits: true },
      { folder: 'Shared', edits: false },
      undefined,
      undefined,
    ])
    expect(await catalog.dashboards.folders(scope(member))).toMatchObject([{ name: 'Shared', mayEdit: false }])
    await f.close()
  })
})
