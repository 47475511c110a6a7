/** A filter that may be left empty narrows a question or does nothing; without values nothing waits for it. */
import { expect, test } from 'vitest'
import { createDashboard } from './dashboard.ts'
import {
  dashboardOptions,
  dim,
  fakeNetwork,
  fakeUrl,
  flush,
  measure,
  plainWidget,
  registry,
  table,
  virtualClock,
  widgetsOf,
} from '../test-support/index.ts'
import { loadLayout } from '../graph/validate.ts'

const groups = {
  type: 'multi',
  label: 'x',
  options: { query: 'groups', value: 'id', label: 'name' },
  optional: true,
  url: { key: 'groups', shape: 'ids' },
}
const page = (filter: object, arg = '$groups', steps: readonly object[] = []) => ({
  format: 1,
  _id: 'x',
  name: 'page',
  params: { groups: filter },
  queries: { groups: { source: 'groups' }, main: { source: 'figures', args: { groups: arg } } },
  widgets: { kpi: { type: 'kpi', data: { rows: { query: 'main', transform: steps } } } },
  layout: { sections: [{ id: 's', params: ['groups'], requires: ['groups'], widgets: ['kpi'] }] },
})

function setup(document: object, { search = '', required = false } = {}) {
  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const sources = registry(
    network.source('groups', [dim('id'), dim('name', 'text')], {}),
    network.source('figures', [dim('id'), measure('visits')], { groups: { type: 'ids', required } }),
  )
  const layout = loadLayout(document, { widgets: widgetsOf(plainWidget('kpi')), sources })
  const dashboard = createDashboard(dashboardOptions(layout, network, clock, sources, { url: fakeUrl(search) }))
  const answer = async (rows: readonly (readonly [number, string])[]) => {
    network.calls.find(({ source }) => source === 'groups')?.answer(table([dim('id'), dim('name', 'text')], rows))
    await flush()
  }
  const asked = () => network.calls.filter(({ source }) => source === 'figures').map(({ args }) => args)
  return { dashboard, answer, asked, issues: layout.issues.map(({ code, pointer }) => `${code} ${pointer}`) }
}
const NORTH_SOUTH = [
  [1, 'North'],
  [2, 'South'],
] as const

test('left empty it is not asked with, and a list without members leaves nothing blocked', async () => {
  for (const rows of [NORTH_SOUTH, []]) {
    const { answer, asked, dashboard, issues } = setup(page(groups))
    expect(issues).toEqual([])
    await answer(rows)
    expect(asked()).toEqual([{}])
    expect(dashboard.store.getState().params.groups).toMatchObject({ state: 'set', value: undefined, mayBeEmpty: true })
    expect(dashboard.store.getState().sections[0]?.missing).toEqual([])
  }
})

test('without the word an empty filter holds its widgets back', async () => {
  const { optional: _, ...strict } = groups
  const { answer, asked, dashboard } = setup(page(strict))
  await answer([])
  expect(asked()).toEqual([])
  expect(dashboard.store.getState().widgets.kpi).toMatchObject({ kind: 'blocked', missing: ['groups'] })
})

test('what the address has is asked with, once its list is there, and emptied it is asked without', async () => {
  const { answer, asked, dashboard } = setup(page(groups), { search: '?groups=2' })
  expect(asked()).toEqual([])
  await answer(NORTH_SOUTH)
  expect(asked()).toEqual([{ groups: [2] }])
  dashboard.setParam('groups', undefined)
  await flush()
  expect(asked().at(-1)).toEqual({})
})

test('a step that filters by it does nothing while it is empty', async () => {
  const steps = [{ op: 'filter', where: { id: { in: '$groups' } } }]
  const { answer, asked, issues } = setup(page(groups, '$groups', steps))
  expect(issues).toEqual([])
  await answer(NORTH_SOUTH)
  expect(asked()).toEqual([{}])
})

test('given to an argument that its source needs it is told: the page would ask nothing while it is empty', () => {
  expect(setup(page(groups), { required: true }).issues).toEqual(['LINT_MAY_BE_EMPTY /queries/main/args/groups'])
})
