/** Sections, filters and queries are duplicated and moved; ordinary gestures on the boards leave no warning. */
import { describe, expect, test } from 'vitest'
import type { Editor } from '../../src/features/editor/model/editor.ts'
import { placed } from '../../src/features/editor/model/doc-parts.ts'
import { gridsOf } from '../../src/features/editor/model/doc-parts.ts'
import { duplicated, mayMove, moved } from '../../src/features/editor/model/part-edits.ts'
import { put, recordAt, textAt, textsAt } from '../../src/features/editor/model/raw.ts'
import { sectionsOf } from '../../src/features/editor/model/sections.ts'
import { withInput } from '../../src/features/editor/model/doc-edits.ts'
import { withQuery } from '../../src/features/editor/model/with-query.ts'
import { BLANK, bringing, builtIn, context, docOf, findings, madeEditor } from './made-editor.ts'

const board = (id: string) => builtIn.find(([file]) => file === `${id}.json`)?.[1] ?? ''
const keys = (editor: Editor, map: string) => Object.keys(recordAt(docOf(editor), map))
/** Duplicates a part as one step; the id of the copy. */
function duplicate(editor: Editor, kind: 'section' | 'param' | 'query', id: string): string {
  const made = duplicated(docOf(editor), kind, id)
  if (made === undefined) throw new Error(`there is no ${kind} ${id}`)
  editor.change({ key: 'duplicate' }, made.recipe)
  return made.id
}

describe('what is not there', () => {
  test('is not duplicated, and an end is not moved beyond', () => {
    const editor = madeEditor(board('foot-compare'))
    for (const kind of ['section', 'param', 'query'] as const)
      expect(duplicated(docOf(editor), kind, 'missing')).toBeUndefined()
    const [first = '', ...more] = keys(editor, 'queries')
    const last = more.at(-1) ?? ''
    expect([mayMove(docOf(editor), 'query', first, -1), mayMove(docOf(editor), 'query', last, 1)]).toEqual([
      false,
      false,
    ])
    editor.change({ key: 'move' }, moved('query', first, -1))
    editor.change({ key: 'move' }, moved('param', 'missing', 1))
    expect(editor.store.getState().undo).toEqual([])
  })
})

test('a section comes again behind itself, with copies of its widgets in their places and words of its own, in one step', () => {
  for (const [file, text] of builtIn) {
    const editor = madeEditor(text)
    const before = findings(editor)
    for (const section of sectionsOf(docOf(editor))) {
      const id = textAt(section, 'id')
      const copy = duplicate(editor, 'section', id)
      const all = sectionsOf(docOf(editor))
      const at = all.findIndex((one) => one.id === copy)
      expect([file, id, all[at - 1]?.id]).toEqual([file, id, id])
      const widgets = textsAt(all[at], 'widgets')
      expect(widgets).toHaveLength(textsAt(section, 'widgets').length)
      for (const [index, widget] of widgets.entries()) {
        const old = textsAt(section, 'widgets')[index] ?? ''
        const [one, other] = [widget, old].map((name) => recordAt(recordAt(docOf(editor), 'widgets'), name))
        expect({ ...one, title: other?.title }).toEqual({ ...other })
        expect(recordAt(recordAt(docOf(editor), 'grids'), 'large')[widget]).toEqual(
          recordAt(recordAt(docOf(editor), 'grids'), 'large')[old],
        )
      }
      expect([file, id, findings(editor).filter((one) => !before.includes(one))]).toEqual([file, id, []])
      editor.undo()
      expect(editor.store.getState().text).toBe(text)
    }
  }
})

test('a filter comes again behind itself in every bar that shows it, with a label and a key in the address of its own', () => {
  const editor = madeEditor(board('device-availability'))
  const copy = duplicate(editor, 'param', 'date')
  expect(keys(editor, 'params')).toEqual(['client', 'locals', 'date', copy, 'days'])
  expect(textsAt(sectionsOf(docOf(editor))[0], 'params')).toEqual(['client', 'locals', 'date', copy, 'days'])
  const made = recordAt(recordAt(docOf(editor), 'params'), copy)
  expect(recordAt(made, 'url')).toEqual({ key: 'end-2', shape: 'date' })
  const label = textAt(made, 'label').slice(2)
  const old = textAt(recordAt(recordAt(docOf(editor), 'params'), 'date'), 'label').slice(2)
  for (const language of ['es', 'en', 'cs']) {
    const bundle = recordAt(recordAt(docOf(editor), 'i18n'), language)
    expect(bundle[label]).toBe(`${textAt(bundle, old)} 2`)
  }
  expect(findings(editor)).toEqual([`LINT_DEAD_PARAM /params/${copy}`])
})

test('filters move in their bar, queries in their list, and one step back takes it back', () => {
  const editor = madeEditor(board('device-availability'))
  editor.change({ key: 'move' }, moved('param', 'date', -1))
  expect(textsAt(sectionsOf(docOf(editor))[0], 'params')).toEqual(['client', 'date', 'locals', 'days'])
  expect(keys(editor, 'params')).toEqual(['client', 'date', 'locals', 'days'])
  const order = keys(editor, 'queries')
  const copy = duplicate(editor, 'query', 'today')
  editor.change({ key: 'move' }, moved('query', copy, 1))
  expect(keys(editor, 'queries')).toEqual(['clients', 'stores', 'today', 'history', copy])
  editor.undo()
  editor.undo()
  expect(keys(editor, 'queries')).toEqual(order)
  editor.undo()
  expect(editor.store.getState().text).toBe(board('device-availability'))
})

test.each(builtIn)(
  '%s: adding, moving, resizing, duplicating, renaming and removing leave no warning',
  (_file, text) => {
    const editor = madeEditor(text)
    const before = findings(editor)
    const widgets = keys(editor, 'widgets')
    const fresh = () => findings(editor).filter((one) => !before.includes(one))
    const did: (readonly [string, readonly string[]])[] = []
    const after = (gesture: string) => did.push([gesture, fresh()])
    for (const section of sectionsOf(docOf(editor))) {
      const id = textAt(section, 'id')
      const [first] = textsAt(section, 'widgets')
      if (first === undefined) continue
      const added = editor.addWidget('bar-chart', { section: id })
      after(`add to ${id}`)
      for (const size of ['large', 'medium', 'small'] as const) {
        const grid = gridsOf(editor.store.getState().loaded, id)[size]
        const place = grid[added]
        if (place === undefined) continue
        editor.change({ key: 'resize' }, placed(size, { ...grid, [added]: { ...place, h: place.h + 2 } }))
        after(`resize in ${size}`)
        editor.change({ key: 'move' }, placed(size, { ...grid, [added]: { ...place, y: place.y + 3 } }))
        after(`move in ${size}`)
      }
      const [copy = ''] = editor.paste(editor.copy([first]), { section: id })
      after(`duplicate ${first}`)
      // As the field of the title writes it.
      const key = textAt(recordAt(docOf(editor), 'widgets')[copy], 'title').slice(2)
      editor.change({ key: 'text' }, (draft) => put(draft, ['i18n', 'es', key], 'Other'))
      after(`rename ${copy}`)
      editor.removeWidgets([copy, added])
      after(`remove ${copy} and ${added}`)
    }
    expect(did.filter(([, found]) => found.length > 0)).toEqual([])
    for (const widget of widgets) {
      editor.removeWidgets([widget])
      expect([widget, fresh()]).toEqual([widget, []])
      editor.undo()
    }
  },
)

test('a query that another one replaces goes with the change when nothing else asks it, and comes back with it', () => {
  const editor = madeEditor(BLANK)
  const bar = editor.addWidget('bar-chart')
  const [brought = ''] = keys(editor, 'queries').filter((id) => id === 'mainExtended')
  const made = withQuery(docOf(editor), context.sources.get('traffic')!, bringing)
  editor.change({ key: 'addQuery' }, made.recipe)
  const two = editor.addWidget('bar-chart')
  const queryOf = (widget: string) =>
    textAt(recordAt(recordAt(recordAt(docOf(editor), 'widgets'), widget), 'data').rows, 'query')
  expect([queryOf(bar), queryOf(two)]).toEqual([brought, brought])
  editor.change({ key: 'data' }, withInput(bar, 'rows', made.id, context))
  // The other widget still asks it.
  expect(keys(editor, 'queries')).toContain(brought)
  editor.change({ key: 'data' }, withInput(two, 'rows', made.id, context))
  expect(keys(editor, 'queries')).not.toContain(brought)
  expect(findings(editor).filter((one) => /DEAD|SAME/.test(one))).toEqual([])
  editor.undo()
  expect(keys(editor, 'queries')).toContain(brought)
  expect(queryOf(two)).toBe(brought)
})
