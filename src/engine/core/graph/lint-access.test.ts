import { expect, test } from 'vitest'
import { fakeNetwork, plainWidget, registry, widgetsOf } from '../test-support/index.ts'
import { loadLayout } from './validate.ts'

const sources = registry(fakeNetwork().source('rows', [], {}))
const issuesOf = (access: unknown) =>
  loadLayout(
    { format: 1, _id: 'page', name: 'Page', access, widgets: {}, layout: { sections: [] } },
    { widgets: widgetsOf(plainWidget('plain')), sources },
  )
    .issues.filter(({ code }) => code.startsWith('LINT_ACCESS'))
    .map(({ code, pointer, params, fix }) => [code, pointer, params, ...(fix ? [fix] : [])])

test('an unknown access flag is reported with the one that was meant, which replaces it where it is the only one', () => {
  expect(issuesOf('footCompar')).toEqual([
    [
      'LINT_ACCESS_UNKNOWN',
      '/access',
      { flag: 'footCompar' },
      [{ op: 'replace', path: '/access', value: 'footCompare' }],
    ],
  ])
  expect(issuesOf(['footCompar', 'canAlerts'])).toEqual([['LINT_ACCESS_UNKNOWN', '/access', { flag: 'footCompar' }]])
  expect(issuesOf('elsewhere')).toEqual([['LINT_ACCESS_UNKNOWN', '/access', { flag: 'elsewhere' }]])
})

test('a flag that needs another is reported with it, and with both there is nothing to tell', () => {
  expect(issuesOf('wiTraceBuildingMap')).toEqual([
    ['LINT_ACCESS_PARENT', '/access', { flag: 'wiTraceBuildingMap', parent: 'wiTrace' }],
  ])
  expect([issuesOf(['wiTraceBuildingMap', 'wiTrace']), issuesOf('footCompare'), issuesOf(undefined)]).toEqual([
    [],
    [],
    [],
  ])
})
