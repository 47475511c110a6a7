/** Changes of a document by the panels, besides options and steps. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLayout } from '#schemas/generated/layout.ts'
import { withParam } from '../../src/features/editor/model/with-param.ts'
import { withSection } from '../../src/features/editor/model/with-section.ts'
import { applyFix } from '../../src/features/editor/model/apply-fix.ts'
import { freshId, putTidy } from '../../src/features/editor/model/raw.ts'
import { moveSection, removeSection } from '../../src/features/editor/model/sections.ts'
import { removeParam } from '../../src/features/editor/model/remove-param.ts'
import { usesOf } from '../../src/features/editor/model/text-uses.ts'
import { asType, TYPES } from '../../src/features/editor/panels/param-values.ts'
import { placesFor } from '../../src/features/editor/model/filter-places.ts'

const doc = () => ({
  name: 't:title',
  i18n: { es: { title: 'Uno' }, en: { title: 'One' } },
  params: {
    client: { type: 'single', label: 't:title', options: { query: 'clients', value: 'id', label: 'name' } },
    periods: { type: 'periodPair', label: 'P' },
    days: { type: 'prefix', label: 'D', prefixes: {} },
  },
  layout: {
    sections: [
      { id: 'top', params: ['client'], requires: ['client'] },
      { id: 'low', widgets: ['a', 'b'] },
    ],
  },
})

test('a section that goes leaves its widgets to its neighbour, and the order of sections changes by one place', () => {
  const one = doc()
  withSection(one).recipe(one)
  moveSection(one, 'section', -1)
  expect(one.layout.sections.map(({ id }) => id)).toEqual(['top', 'section', 'low'])
  removeSection(one, 'low')
  expect(one.layout.sections).toEqual([
    { id: 'top', params: ['client'], requires: ['client'] },
    { id: 'section', widgets: ['a', 'b'] },
  ])
  moveSection(one, 'top', -1)
  expect(one.layout.sections.map(({ id }) => id)).toEqual(['top', 'section'])
})

test('a new filter is shown where filters are shown, and one that goes takes its control and its requirement along', () => {
  const one = doc()
  for (const id of ['filter', 'filter-2']) {
    const made = withParam(one, { es: 'Filtro', en: 'Filter' })
    expect(made.id).toBe(id)
    made.recipe(one)
  }
  expect(one.layout.sections[0]?.params).toEqual(['client', 'filter', 'filter-2'])
  expect([one.params, one.i18n]).toMatchObject([
    { filter: { type: 'text', label: 't:filter' }, 'filter-2': { label: 't:filter-2' } },
    { es: { filter: 'Filtro', 'filter-2': 'Filtro 2' }, en: { 'filter-2': 'Filter 2' } },
  ])
  for (const id of ['filter', 'filter-2']) removeParam(one, id)
  removeParam(one, 'client')
  expect(one.layout.sections[0]).toEqual({ id: 'top' })
  expect(Object.keys(one.params)).toEqual(['periods', 'days'])
})

test('a filter of any kind becomes any other kind and is one that the schema takes', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 5 }), (types) => {
      const param = types.reduce<Readonly<Record<string, unknown>>>(asType, {
        ...doc().params.client,
        default: { pick: 'onlyOption' },
        url: { key: 'c', shape: 'id' },
        onInvalid: 'clear',
      })
      expect(
        isLayout({
          format: 1,
          _id: 'x',
          name: 'page',
          widgets: {},
          layout: { sections: [] },
          params: { param: structuredClone(param) },
        }),
      ).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('an argument is offered the filters and parts of filters that fill it', () => {
  const one = doc()
  expect([placesFor(one, 'id'), placesFor(one, 'ids'), placesFor(one, 'date')]).toEqual([
    ['client', 'days.value'],
    ['client'],
    ['periods.comparing.begin', 'periods.comparing.end', 'periods.reference.begin', 'periods.reference.end'],
  ])
})

test('ids are free, texts are counted where they are used, and an empty record left behind goes', () => {
  expect([freshId('query', ['query', 'query2']), freshId('a', {})]).toEqual(['query3', 'a'])
  expect(usesOf(doc(), 't:title')).toBe(2)
  const widget: Record<string, unknown> = { widgets: { a: { options: { top: 3 } } } }
  putTidy(widget, ['widgets', 'a', 'options', 'top'], undefined)
  expect(widget).toEqual({ widgets: { a: {} } })
})

test('a fix of a finding is applied to the document, in lists too', () => {
  const one: Record<string, unknown> = { acces: 'x', steps: [{ op: 'sot' }, { op: 'limit' }] }
  applyFix(one, [
    { op: 'move', from: '/acces', path: '/access' },
    { op: 'replace', path: '/steps/0/op', value: 'sort' },
    { op: 'remove', path: '/steps/1' },
    { op: 'move', from: '/nothing', path: '/else' },
  ])
  expect(one).toEqual({ access: 'x', steps: [{ op: 'sort' }] })
})
