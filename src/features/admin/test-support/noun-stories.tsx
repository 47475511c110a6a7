/** The stories that every described noun has, over entries from memory; not part of the product. */
import { attempt, type Machine, moved, positionOf } from '#domain/machine'
import type { StoryObj } from '@storybook/react-vite'
import type { ComponentType } from 'react'
import { fn } from 'storybook/test'
import { answers, At, never, refused, refusing, say } from '../../../../.storybook/pages.tsx'
import type { AdminApi, Collection } from '../../../api/admin.ts'
import { type Admin, AdminFrame } from '../admin-frame.tsx'
import type { ResourcePages } from '../resource/resource-pages.ts'
import { sampleApi } from '../stories/sample.ts'

interface Row {
  readonly id: number
}

/** The signed-in user of every story. */
const ME = 1
const AT = Date.UTC(2026, 10, 20, 9, 30)
const late = (id: number) =>
  refusing('ENTRY_STATE_CONFLICT', { id, did: 'complete', by: 'marina@levante.test', at: AT - 60_000 })()

/** Entries that actions lead on. */
function inMemory(rows: readonly Row[], machine: Machine | undefined) {
  let now = rows
  const found = (id: number) => now.find((one) => one.id === id) ?? now[0]!
  const put = (entry: Row) => {
    now = now.map((one) => (one.id === entry.id ? entry : one))
  }
  /** As the server does it. */
  function act(id: number, action: string, body: { user?: number; message?: string } = {}): boolean {
    if (machine === undefined) return false
    const { fields } = machine
    const entry = found(id) as unknown as Record<string, unknown>
    const position = positionOf(machine, entry)
    const { transition } = attempt(machine, action, position, ME)
    if (transition === undefined) return false
    const next = moved(transition, position, { caller: ME, ...(body.user !== undefined && { named: body.user }) })
    put({
      ...entry,
      [fields.state]: next.state,
      stateAt: AT,
      updatedAt: AT,
      ...(fields.assignee !== undefined && { [fields.assignee]: next.assignee }),
      ...(fields.comments !== undefined &&
        body.message !== undefined && {
          [fields.comments]: [
            ...(entry[fields.comments] as object[]),
            { message: body.message, by: 'admin@aforo.test', at: AT },
          ],
        }),
    } as unknown as Row)
    return true
  }
  return {
    reset: () => {
      now = rows
    },
    all: () => now,
    remove: (id: number) => {
      now = now.filter((one) => one.id !== id)
    },
    restore: (id: number) => {
      now = rows.filter((one) => one.id === id || now.some((other) => other.id === one.id))
    },
    found,
    put,
    act,
  }
}

/**
 * @param machine of entries with states, which its actions then lead on
 * @param more calls of this noun alone
 */
export function nounStories(
  pages: ResourcePages,
  rows: readonly Row[],
  machine?: Machine,
  more: Partial<AdminApi> = {},
) {
  const saved = fn()
  const acted = fn()
  const downloaded = fn<Admin['save']>()
  const { reset, all, found, put, act, remove, restore } = inMemory(rows, machine)
  const actions: Pick<AdminApi, 'act' | 'actOnMany' | 'savePart'> = {
    savePart: (_name, id, part, body) => {
      saved(id, part, body)
      const { values } = body as { values: object }
      put({ ...found(id), ...values, updatedAt: AT } as unknown as Row)
      return Promise.resolve(found(id) as never)
    },
    act: (_name, id, action, body) => {
      acted(id, action, body)
      return act(id, action, body) ? Promise.resolve(found(id) as never) : late(id)
    },
    actOnMany: (_name, path, idList) => {
      const bulk = machine?.bulk.find((one) => one.path === path)
      acted(path, idList)
      const done = idList.filter((id) => bulk !== undefined && act(id, bulk.action))
      return Promise.resolve({ done: [...done], left: [] })
    },
  }
  const calls: Collection<Row, object> = {
    list: () => Promise.resolve([...all()]),
    one: (id) => Promise.resolve(found(id)),
    add: (draft) => {
      saved(null, draft)
      return Promise.resolve({ ...found(0), ...draft })
    },
    save: (id, draft) => {
      saved(id, draft)
      return Promise.resolve({ ...found(id), ...draft })
    },
    remove: (id) => {
      remove(id)
      return Promise.resolve()
    },
    restore: (id) => {
      restore(id)
      return Promise.resolve(found(id))
    },
  }
  const story = (
    Page: ComponentType,
    part: Partial<typeof calls & typeof actions> = {},
    id?: number,
    own: Partial<AdminApi> = more,
  ): StoryObj => ({
    beforeEach: () => {
      saved.mockClear()
      acted.mockClear()
      downloaded.mockClear()
      localStorage.removeItem('aforo.columns')
      reset()
    },
    render: () => (
      <AdminFrame
        ports={{
          api: {
            ...sampleApi(),
            ...own,
            ...actions,
            ...(part.act && { act: part.act }),
            ...(part.actOnMany && { actOnMany: part.actOnMany }),
            ...(part.savePart && { savePart: part.savePart }),
            entries: <E, D>() => ({ ...calls, ...part }) as unknown as Collection<E, D>,
          },
          me: { id: ME },
          unbuilt: new Set(),
          say,
          save: downloaded,
        }}
        queries={answers()}
      >
        <At address={id === undefined ? '/page' : `/page/${id}`}>
          <Page />
        </At>
      </AdminFrame>
    ),
  })
  const { ListPage, NewPage, EditPage } = pages
  return {
    /** The sent request: null and a draft, or an id and a draft. */
    saved,
    /** The saved file: its name and its content. */
    downloaded,
    /** Which action was taken: an id, the action and what it brought; or a path and ids. */
    acted,
    /** The page of a list or of an entry, with its own calls. */
    listWith: (part: Partial<typeof calls & typeof actions>) => story(ListPage, part),
    editedWith: (part: Partial<typeof calls & typeof actions>) => story(EditPage, part, rows[0]?.id),
    /** The page of an entry, with other calls of this noun alone. */
    withApi: (own: Partial<AdminApi>) => story(EditPage, {}, rows[0]?.id, own),
    list: story(ListPage),
    empty: story(ListPage, { list: () => Promise.resolve([]) }),
    loading: story(ListPage, { list: never }),
    failed: story(ListPage, { list: refused }),
    added: story(NewPage),
    edited: story(EditPage, {}, rows[0]?.id),
    /** The page of an entry that was deleted, until it is restored. */
    removed: story(EditPage, { one: removedOnce(rows) }, rows[0]?.id),
  }
}

/** Refused as what was deleted the first time, and there again afterwards. */
function removedOnce(rows: readonly Row[]): (id: number) => Promise<Row> {
  let requests = 0
  return (id) => {
    requests += 1
    const details = { id, removedBy: 'marina@levante.test', removedAt: AT, restorableUntil: AT + 30 * 86_400_000 }
    return requests % 2 === 1
      ? refusing('ENTRY_NOT_FOUND', details)()
      : Promise.resolve(rows.find((one) => one.id === id) ?? rows[0]!)
  }
}
