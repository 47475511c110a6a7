/** Metrics that widgets offer by name: one list (`schemas/widgets/metric*.schema.json`), referred to by all of them. */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { atomsOf, findMetric, metricOf } from '#domain/metrics/index'
import { dereference } from '../../schemas/refs.ts'
import { metricColumns } from '../../widgets/lib/metric-columns.ts'
import { optionsSchemaOf } from '../../scripts/widget-registry.ts'
import { repositoryRoot } from '../boundaries/import-table.ts'

const root = repositoryRoot()
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as object
const choicesIn = (file: string) =>
  (dereference(read(file), file, read) as { enum: readonly string[] }).enum.filter((id) => id !== 'none')
const all = choicesIn('schemas/widgets/metric.schema.json')
const counts = choicesIn('schemas/widgets/metric-count.schema.json')
const rates = choicesIn('schemas/widgets/metric-rate.schema.json')

/** Lists of choices in a schema that name two metrics or more. */
function metricLists(node: unknown): string[][] {
  if (typeof node !== 'object' || node === null) return []
  const choices = 'enum' in node && Array.isArray(node.enum) ? node.enum.map(String) : []
  const own = choices.filter((id) => findMetric(id) !== undefined).length > 1 ? [choices] : []
  return [...own, ...Object.values(node).flatMap(metricLists)]
}

test('a list of metrics in the schema of a widget is found', () => {
  expect(metricLists({ properties: { bars: { items: { enum: ['ins', 'visits', 'none'] } } } })).toEqual([
    ['ins', 'visits', 'none'],
  ])
})

test('no widget lists metrics by itself: each refers to the one list', () => {
  const files = globSync('widgets/*/options.schema.json', { cwd: root })
  expect(files.length).toBeGreaterThan(30)
  expect(
    files.flatMap((file) => metricLists(read(file)).map((list) => `${basename(dirname(file))}: ${list.join()}`)),
  ).toEqual([])
})

test('a metric of the list is offered by the widgets that refer to it', () => {
  const offered = (type: string) => metricLists(optionsSchemaOf(type))
  expect(offered('kpi-table')).toEqual([all])
  expect(offered('benchmark-table')).toEqual([all, [...rates, 'none']])
  expect(offered('period-comparison')).toEqual([counts, [...rates, 'none']])
  expect(offered('capture-conversion')).toEqual([rates])
})

test('every offered metric is in the registry, once, as what it is offered as', () => {
  expect(all.filter((id) => findMetric(id) === undefined)).toEqual([])
  expect(new Set(all).size).toBe(all.length)
  expect(counts.filter((id) => metricOf(id).unit !== 'count')).toEqual([])
  expect(rates.filter((id) => metricOf(id).unit !== 'percent' || metricOf(id).betterWhen === 'neutral')).toEqual([])
})

test('a widget that offers them reads every column they are made of, and no other', () => {
  const settings = [
    { frontMode: 'exclusive', conversionDenominator: 'visits' },
    { frontMode: 'inclusive', conversionDenominator: 'ins' },
  ] as const
  const needed = new Set(settings.flatMap((one) => all.flatMap((id) => atomsOf(metricOf(id), one))))
  expect(Object.keys(metricColumns()).toSorted()).toEqual([...needed].toSorted())
})
