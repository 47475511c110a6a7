import { describe, expect, test } from 'vitest'
import { makePatch, replayPatch } from './patch.ts'
import { isRecord, own } from './pointer.ts'

type Doc = Record<string, unknown>
const page: Doc = {
  _id: 'x',
  revision: 3,
  name: 'Page',
  params: { b: { type: 'text', label: 'B' } },
  queries: { main: { source: 'rows' } },
  widgets: { one: { type: 'plain', title: 'One', options: { size: 1, list: ['a'] } } },
  layout: { sections: [{ id: 's', widgets: ['one'] }] },
}
/** A place and what is put there; nothing = it is taken out. */
type Change = readonly [path: string, value?: unknown]

const at = (document: unknown, path: string) => path.split('.').reduce<unknown>((here, key) => own(here, key), document)
function edit(...changes: readonly Change[]): Doc {
  const document = structuredClone(page)
  for (const [path, value] of changes) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    const parent = keys.reduce<unknown>((here, key) => own(here, key), document)
    if (!isRecord(parent)) throw new Error(`${path} is no place of the page.`)
    if (value === undefined) delete parent[last]
    else parent[last] = value
  }
  return document
}
const patchOf = (...changes: readonly Change[]) => makePatch(page, edit(...changes))
function replay(mine: readonly Change[], theirs: readonly Change[]) {
  const { document, unfit } = replayPatch(patchOf(...mine), edit(...theirs))
  return { document, unfit: unfit.map(({ path }) => path) }
}
const TITLE = 'widgets.one.title'
const OTHER = { type: 'other', title: 'New' }

describe('a patch', () => {
  test('holds the value before and after, and the kind of the part', () => {
    expect(patchOf([TITLE, 'Uno'], ['name', 'Home'])).toEqual([
      { path: '/name', before: 'Page', after: 'Home' },
      { path: '/widgets/one/title', before: 'One', after: 'Uno', kind: 'plain' },
    ])
    expect(patchOf(['queries.main.refresh', 60])).toEqual([{ path: '/queries/main/refresh', after: 60, kind: 'rows' }])
  })

  test('has no value before for an addition and none after for a removal; a whole widget lies in no kind', () => {
    const two = { type: 'plain' }
    expect(patchOf(['widgets.two', two])).toStrictEqual([{ path: '/widgets/two', after: two }])
    expect(patchOf([TITLE])).toStrictEqual([{ path: '/widgets/one/title', before: 'One', kind: 'plain' }])
  })

  test('has none of the stamps of the stored document, and all of an option that has the same name as a stamp', () => {
    expect(patchOf(['_id', 'y'], ['revision', 9])).toEqual([])
    expect(patchOf(['widgets.one.options.revision', 9]).map(({ path }) => path)).toEqual([
      '/widgets/one/options/revision',
    ])
  })
})

describe('made again on a later version', () => {
  test('a change of a widget that is gone, or is another kind of widget by now, is reported and kept', () => {
    expect(replay([[TITLE, 'Uno']], [['widgets.one']]).unfit).toEqual(['/widgets/one/title'])
    const other = replay([[TITLE, 'Uno']], [['widgets.one', OTHER]])
    expect([other.unfit, at(other.document, TITLE)]).toEqual([['/widgets/one/title'], 'New'])
    const both = replay([[TITLE, 'Uno']], [['name', 'Home']])
    expect([both.unfit, both.document.name, at(both.document, TITLE)]).toEqual([[], 'Home', 'Uno'])
  })

  test('a removal of a missing part, or of one in another kind of widget, has no effect', () => {
    for (const theirs of [['widgets.one'], [TITLE], ['widgets.one', OTHER]] as const) {
      expect(replay([[TITLE]], [theirs]).unfit).toEqual([])
    }
    expect(at(replay([[TITLE]], [['widgets.one', OTHER]]).document, TITLE)).toBe('New')
  })

  test('a change of a part that was removed is kept, with later changes of the same widget', () => {
    const { document, unfit } = replay(
      [
        ['name', 'Home'],
        [TITLE, 'Uno'],
        ['widgets.one.options.size', 2],
      ],
      [[TITLE]],
    )
    expect([document.name, unfit, at(document, 'widgets.one.options.size')]).toEqual([
      'Home',
      ['/widgets/one/title', '/widgets/one/options/size'],
      1,
    ])
  })

  test('a new widget whose name was taken meanwhile is kept, unless it is equal; of options the later counts', () => {
    const taken = replay([['widgets.two', { type: 'plain', title: 'Dos' }]], [['widgets.two', OTHER]])
    expect([taken.unfit, at(taken.document, 'widgets.two.title')]).toEqual([['/widgets/two'], 'New'])
    expect(replay([['widgets.two', OTHER]], [['widgets.two', OTHER]]).unfit).toEqual([])
    const option = replay([['widgets.one.options.colour', 'red']], [['widgets.one.options.colour', 'blue']])
    expect([option.unfit, at(option.document, 'widgets.one.options.colour')]).toEqual([[], 'red'])
  })

  test('lists of widgets of a section are merged, other lists are put as they were', () => {
    const section = (...widgets: string[]): Change => ['layout.sections', [{ id: 's', widgets }]]
    const { document } = replay(
      [section('one', 'mine'), ['widgets.one.options.list', ['a', 'mine']]],
      [section('theirs', 'one'), ['widgets.one.options.list', ['theirs', 'a']]],
    )
    expect(at(document, 'layout.sections')).toEqual([{ id: 's', widgets: ['theirs', 'one', 'mine'] }])
    expect(at(document, 'widgets.one.options.list')).toEqual(['a', 'mine'])
  })
})
