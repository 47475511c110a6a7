import { expect, test } from 'vitest'
import type { LayoutModel } from '#engine'
import { placeForNew } from './tabs.ts'

const section = (id: string, widgets: readonly string[], tab?: string) =>
  ({
    id,
    widgets,
    params: [],
    definition: { id },
    ...(tab !== undefined && { tab }),
  }) as unknown as LayoutModel['sections'][number]
const page = {
  tabs: [
    { id: 'one', title: 'One' },
    { id: 'two', title: 'Two' },
  ],
  sections: [
    section('filters', []),
    section('a', ['x', 'y'], 'one'),
    section('b', [], 'one'),
    section('c', ['z'], 'two'),
  ],
}

test.each([
  ['into the section that is selected', ['section:b'], { section: 'b' }],
  ['into a selected section of every tab', ['section:filters'], { section: 'filters' }],
  ['beside the widget that is selected', ['x'], { section: 'a', beside: 'x' }],
  ['beside the one that was selected last', ['y', 'x'], { section: 'a', beside: 'x' }],
  ['into the last section with widgets where nothing is selected', [], { section: 'a' }],
  ['not to another tab than the one in work', ['z'], { section: 'a' }],
  ['not after a filter that is selected', ['param:x'], { section: 'a' }],
])('a new widget goes %s', (_where, selection, expected) => {
  expect(placeForNew(page, 'one', selection)).toEqual(expected)
})
