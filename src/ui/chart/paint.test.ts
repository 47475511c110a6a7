import { expect, test } from 'vitest'
import { paintScene } from './paint.ts'
import { sceneOf } from './scene.ts'
import { bar, lay, line, THEME } from './test-support/charts.ts'
import type { ChartSeries } from './types.ts'

/** Notes what is called on a context, and the looks in force when something is painted. */
function paper() {
  const calls: string[] = []
  const state: Record<string, unknown> = {}
  const context = new Proxy(state, {
    get: (_, name) =>
      typeof name === 'string' && name in state
        ? state[name]
        : (...given: unknown[]) => {
            const look =
              name === 'fill'
                ? `${String(state.fillStyle)} at ${String(state.globalAlpha)}`
                : name === 'stroke'
                  ? `${String(state.strokeStyle)} ${String(state.lineWidth)}`
                  : given.join(' ')
            calls.push(`${String(name)} ${look}`.trim())
            return null
          },
    set: (_, name, value) => {
      state[String(name)] = value
      return true
    },
  }) as unknown as CanvasRenderingContext2D
  return { context, calls, named: (name: string) => calls.filter((call) => call.split(' ')[0] === name) }
}

function painted(series: ChartSeries[]) {
  const on = paper()
  paintScene(
    on.context,
    sceneOf({ categories: series[0]?.values.map(String) ?? [], series, layout: lay(series), theme: THEME, ratio: 1 }),
  )
  return on
}

test('a year of bars in two periods is four paths: grid, reference, comparing, axis', () => {
  const values = Array.from({ length: 365 }, (_, day) => 100 + day)
  const { named } = painted([bar('now', values), bar('then', values, { period: 'reference' })])
  expect([named('beginPath').length, named('fill'), named('stroke')]).toEqual([
    4,
    ['fill grid at 1', 'fill pale0 at 1', 'fill tone0 at 1', 'fill axis at 1'],
    [],
  ])
})

test('a line lifts the pen at its gaps', () => {
  const { named } = painted([line('a', [1, 2, null, 3, 4, 5])])
  expect([named('moveTo').length, named('lineTo').length, named('stroke')]).toEqual([2, 3, ['stroke tone0 2.25']])
})

test('an outline runs inside of its bar and is open at the foot', () => {
  const { calls } = painted([bar('now', [4]), bar('then', [8], { period: 'reference' })])
  const from = calls.findIndex((call) => call.startsWith('moveTo'))
  expect(calls.slice(from, from + 6)).toEqual([
    'moveTo 309.5 216',
    'lineTo 309.5 12.5',
    'quadraticCurveTo 309.5 10.5 311.5 10.5',
    'lineTo 336.5 10.5',
    'quadraticCurveTo 338.5 10.5 338.5 12.5',
    'lineTo 338.5 216',
  ])
})

test('the context is left as it was', () => {
  const { calls } = painted([bar('now', [4])])
  expect([calls[0], calls.at(-1)]).toEqual(['save', 'restore'])
})
