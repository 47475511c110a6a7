/** The stories that every described noun has, over entries from memory; not part of the product. */
import type { StoryObj } from '@storybook/react-vite'
import type { ComponentType } from 'react'
import { fn } from 'storybook/test'
import { answers, At, never, refused, say } from '../../../../.storybook/pages.tsx'
import type { Collection } from '../../../api/admin.ts'
import { AdminFrame } from '../admin-frame.tsx'
import type { ResourcePages } from '../resource/pages.tsx'
import { sampleApi } from '../stories/sample.ts'

interface Row {
  readonly id: number
}

export function nounStories(pages: ResourcePages, rows: readonly Row[]) {
  const saved = fn()
  const found = (id: number) => rows.find((one) => one.id === id) ?? rows[0]!
  const calls: Collection<Row, object> = {
    list: () => Promise.resolve([...rows]),
    one: (id) => Promise.resolve(found(id)),
    add: (draft) => {
      saved(null, draft)
      return Promise.resolve({ ...found(0), ...draft })
    },
    save: (id, draft) => {
      saved(id, draft)
      return Promise.resolve({ ...found(id), ...draft })
    },
    remove: () => Promise.resolve(),
  }
  const story = (Page: ComponentType, part: Partial<typeof calls> = {}, id?: number): StoryObj => ({
    beforeEach: () => {
      saved.mockClear()
    },
    render: () => (
      <AdminFrame
        ports={{
          api: { ...sampleApi(), entries: <E, D>() => ({ ...calls, ...part }) as unknown as Collection<E, D> },
          me: { id: 1 },
          unbuilt: new Set(),
          say,
          save: () => undefined,
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
    /** What was sent: null and a draft, or an id and a draft. */
    saved,
    list: story(ListPage),
    empty: story(ListPage, { list: () => Promise.resolve([]) }),
    loading: story(ListPage, { list: never }),
    failed: story(ListPage, { list: refused }),
    added: story(NewPage),
    edited: story(EditPage, {}, rows[0]?.id),
  }
}
