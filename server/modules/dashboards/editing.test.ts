import { describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { dashboardEditing, EDITING_MS, MAX_PAGES } from './editing.ts'
import { readOnly } from './finder.ts'
import type { Who } from './finder.ts'
import type { StoredDashboard } from './stored.ts'

function setUp() {
  let now = 1_000
  const editing = dashboardEditing(
    { clock: { now: () => now } as Parameters<typeof dashboardEditing>[0]['clock'] },
    {
      editable: (who) =>
        who.user.username === 'reader' ? Promise.reject(readOnly()) : Promise.resolve({} as StoredDashboard),
    },
  )
  const who = (id: number, username: string) => ({ user: { id, username }, scope: SYSTEM_SCOPE }) as unknown as Who
  return {
    editing,
    ana: who(1, 'ana'),
    eva: who(2, 'eva'),
    reader: who(3, 'reader'),
    pass: (ms: number) => (now += ms),
  }
}

describe('who edits a dashboard', () => {
  test('is shown only to those who may change it', async () => {
    const { editing, reader, ana } = setUp()
    await expect(editing.edits(reader, 'one', 'page-of-reader')).rejects.toMatchObject({ code: 'DASHBOARD_READ_ONLY' })
    expect(await editing.edits(ana, 'one', 'page-of-ana')).toEqual([])
  })

  test('is each other person once, and oneself on another device, by when they came; of this dashboard alone', async () => {
    const { editing, ana, eva, pass } = setUp()
    await editing.edits(ana, 'one', 'laptop-of-ana')
    pass(10)
    await editing.edits(eva, 'one', 'first-of-eva')
    pass(10)
    await editing.edits(eva, 'one', 'second-of-eva')
    await editing.edits(eva, 'two', 'third-of-eva')
    expect(await editing.edits(ana, 'one', 'phone-of-ana')).toEqual([
      { name: 'ana', isSelf: true, since: 1_000 },
      { name: 'eva', isSelf: false, since: 1_010 },
    ])
    // A page that has the id of another account's page is a page of its own.
    expect(await editing.edits(eva, 'two', 'laptop-of-ana')).toEqual([{ name: 'eva', isSelf: true, since: 1_020 }])
  })

  test('an editor expires after a minute of silence, and keeps the start time while active', async () => {
    const { editing, ana, eva, pass } = setUp()
    await editing.edits(ana, 'one', 'laptop-of-ana')
    pass(EDITING_MS)
    await editing.edits(ana, 'one', 'laptop-of-ana')
    pass(EDITING_MS)
    expect(await editing.edits(eva, 'one', 'first-of-eva')).toEqual([{ name: 'ana', isSelf: false, since: 1_000 }])
    pass(1)
    expect(await editing.edits(eva, 'one', 'first-of-eva')).toEqual([])
  })

  test('is bounded: the page that was silent the longest is let go', async () => {
    const { editing, ana, eva } = setUp()
    await editing.edits(ana, 'one', 'laptop-of-ana')
    for (let at = 0; at < MAX_PAGES; at++) await editing.edits(eva, 'one', `page-${at}-of-eva`)
    expect(await editing.edits(eva, 'one', 'page-0-of-eva')).toEqual([{ name: 'eva', isSelf: true, since: 1_000 }])
  })
})
