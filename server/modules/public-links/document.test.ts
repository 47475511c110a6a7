import { describe, expect, test } from 'vitest'
import { withoutDayGestures } from './document.ts'

const PARAMS = { days: { type: 'dateRange' }, store: { type: 'single' } }
const written = (emits: object, more: object = {}) =>
  JSON.stringify({ params: PARAMS, widgets: { chart: { type: 'x', emits }, note: { type: 'text' } }, ...more })
const gestures = (text: string) =>
  Object.keys((JSON.parse(text) as { widgets: { chart: { emits: object } } }).widgets.chart.emits)

const day = { set: 'days.begin', to: '$event.day' }
const store = { set: 'store', to: '$event.local' }

describe('the document of a link', () => {
  test('has no gesture that sets days, and keeps the others', () => {
    expect(gestures(withoutDayGestures(written({ day, store }), 'rolling'))).toEqual(['store'])
  })

  test('has none at all where it is a snapshot, which answers to no other choice', () => {
    expect(gestures(withoutDayGestures(written({ day, store }), 'snapshot'))).toEqual([])
  })

  test('has none that sets the days of a section', () => {
    const layout = { sections: [{ id: 'a', declares: { store: { type: 'month' } } }] }
    expect(gestures(withoutDayGestures(written({ store }, { layout }), 'frozen'))).toEqual([])
  })

  test('stays word for word where nothing is taken out', () => {
    const text = `  ${written({ store })}`
    expect(withoutDayGestures(text, 'rolling')).toBe(text)
  })
})
