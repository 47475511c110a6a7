/**
 * `node bench/board/run.ts [rounds] [--only=ours,hand]`: the dashboard bench. Every contestant is loaded cold and
 * filtered, in turns, in one browser; medians are kept. Prints Markdown; writes bench/out/board.json. Exit code 1 when
 * a goal is missed.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '../../scripts/chromium.ts'
import { root } from './build.ts'
import { enter } from './contestants.ts'
import { type Contestant, loginKb, measure, type Round } from './measure.ts'
import { measureRepeat, type Repeated, repeatTable } from './repeat.ts'

const rounds = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 7)
const only =
  process.argv
    .find((argument) => argument.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',') ?? []
const PERSES = 'perses'
/** The page by hand that shows what ours shows, from where ours has it. */
const HAND = { ours: 'hand', compare: 'hand-compare' } as const

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

type Measured = (round: Round) => readonly number[]
const ROWS: readonly (readonly [name: string, digits: number, of: Measured])[] = [
  ['last panel painted, ms', 0, ({ load }) => [load.paintedMs]],
  ['long tasks to then, n', 0, ({ load }) => [load.longTasks.count]],
  ['long tasks to then, ms', 0, ({ load }) => [load.longTasks.ms]],
  ['total blocking, ms', 0, ({ load }) => [load.longTasks.blockingMs]],
  ['main thread, ms of a core', 0, ({ load }) => [load.coreMs]],
  ['of that script', 0, ({ load }) => [load.scriptMs]],
  ['of that style + layout', 0, ({ load }) => [load.layoutMs]],
  ['JS gz, KB', 0, ({ load }) => [load.jsKb]],
  ['all gz, KB', 0, ({ load }) => [load.allKb]],
  ['requests', 0, ({ load }) => [load.requests]],
  ['heap after GC, MB', 1, ({ load }) => [load.heapMb]],
  ['filter change to all repainted, ms', 0, ({ changes }) => changes.map(({ paintedMs }) => paintedMs)],
  ['main thread in a change, ms of a core', 0, ({ changes }) => changes.map(({ coreMs }) => coreMs)],
  ['long tasks in a change, ms', 0, ({ changes }) => changes.map(({ longTasks }) => longTasks.ms)],
  ['longest task in a change, ms', 0, ({ changes }) => changes.map(({ longTasks }) => longTasks.longestMs)],
  ['draws of a canvas at load, most', 0, ({ load }) => [Math.max(...load.draws)]],
  ['draws of a canvas in a change, mean', 1, ({ changes }) => changes.flatMap(({ draws }) => draws)],
  ['draws of a canvas in a change, most', 0, ({ changes }) => changes.map(({ draws }) => Math.max(...draws))],
]
const MEANS = new Set(['draws of a canvas in a change, mean'])

interface Line {
  readonly name: string
  readonly digits: number
  readonly values: Readonly<Record<string, number>>
}

function linesOf(results: ReadonlyMap<string, readonly Round[]>): Line[] {
  return ROWS.map(([name, digits, of]) => ({
    name,
    digits,
    values: Object.fromEntries(
      [...results].map(([id, all]) => {
        const numbers = all.flatMap(of)
        return [id, MEANS.has(name) ? numbers.reduce((sum, value) => sum + value, 0) / numbers.length : median(numbers)]
      }),
    ),
  }))
}

function table(lines: readonly Line[], contestants: readonly Contestant[]): string {
  const mine = (['ours', 'compare'] as const).flatMap((id) =>
    contestants.filter((contestant) => contestant.id === id).map(({ name }) => ({ id, name })),
  )
  const ratios = mine
    .flatMap(({ id, name }) =>
      [
        [id, PERSES, 'Perses'],
        [id, HAND[id], 'by hand'],
      ].map(([a = '', b = '', than = '']) => ({ a, b, head: `${name.replace('Aforo, ', '')} / ${than}` })),
    )
    .filter(({ b }) => contestants.some(({ id }) => id === b))
  const ratio = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined || !(b > 0) ? '-' : (a / b).toFixed(2)
  return [
    `| | ${[...contestants.map(({ name }) => name), ...ratios.map(({ head }) => `**${head}**`)].join(' | ')} |`,
    `|---|${'---|'.repeat(contestants.length + ratios.length)}`,
    ...lines.map(({ name, digits, values }) => {
      const figures = contestants.map(({ id }) => values[id]?.toFixed(digits) ?? '-')
      const compared = ratios.map(({ a, b }) => ratio(values[a], values[b]))
      return `| ${[name, ...figures, ...compared].join(' | ')} |`
    }),
  ].join('\n')
}

interface Goal {
  readonly text: string
  readonly found: number
  readonly atMost: number
  readonly unit: string
}

/** The figures of the issue. A goal whose contestants did not run is left out. */
function goalsOf(lines: readonly Line[], loginJsKb: number | null, repeated: Repeated | null): Goal[] {
  const value = (name: string, id: string) => lines.find((line) => line.name === name)?.values[id]
  const goals: Goal[] = []
  const ratio = (text: string, line: string, id: string, peer: string, atMost: number) => {
    const [a, b] = [value(line, id), value(line, peer)]
    if (a !== undefined && b !== undefined) goals.push({ text, found: a / b, atMost, unit: ' x' })
  }
  const most = (text: string, found: number | null | undefined, atMost: number, unit: string) => {
    if (found !== null && found !== undefined) goals.push({ text, found, atMost, unit })
  }
  for (const [id, name] of [
    ['ours', 'board'],
    ['compare', 'Compare'],
  ] as const) {
    ratio(`${name}: last panel against Perses`, 'last panel painted, ms', id, PERSES, 0.45)
    ratio(`${name}: last panel against the hand-made page`, 'last panel painted, ms', id, HAND[id], 1.4)
    ratio(`${name}: filter change against Perses`, 'filter change to all repainted, ms', id, PERSES, 0.2)
    ratio(`${name}: filter change against the hand-made page`, 'filter change to all repainted, ms', id, HAND[id], 1.15)
    most(`${name}: draws of a canvas in a change`, value('draws of a canvas in a change, most', id), 1, '')
    most(`${name}: longest task in a change`, value('longest task in a change, ms', id), 50, ' ms')
  }
  ratio('sixty widgets in six tabs: last panel against ten', 'last panel painted, ms', 'sixty', 'ten', 1.1)
  most('Compare: JS gz in all', value('JS gz, KB', 'compare'), 560, ' KB')
  most('login page: JS gz', loginJsKb, 180, ' KB')
  most('a chart over 50 locals: questions', repeated?.questions, 1, '')
  most('a chart over 50 locals, scrolled slowly: time of a frame', repeated && 1000 / repeated.slow.fps, 17.5, ' ms')
  most('a chart over 50 locals, scrolled fast: time of a frame', repeated && 1000 / repeated.fast.fps, 17.5, ' ms')
  return goals
}

const field = await enter(only)
const browser = await launchChromium()
const results = new Map<string, Round[]>(field.contestants.map(({ id }) => [id, []]))
let loginJsKb: number | null = null
let repeated: Repeated | null = null
try {
  for (let round = 0; round <= rounds; round++) {
    for (const contestant of field.contestants) {
      const measured = await measure(browser, contestant)
      // The first turn warms the browser itself: fonts, processes, disk.
      if (round > 0) results.get(contestant.id)?.push(measured)
      const loadMs = measured.load.paintedMs.toFixed(0)
      const changesMs = measured.changes.map(({ paintedMs }) => paintedMs.toFixed(0)).join(' ')
      console.error(`round ${round} of ${rounds}: ${contestant.id} ${loadMs} ms, changes ${changesMs}`)
    }
  }
  if (only.length === 0 || only.includes('repeat')) repeated = await measureRepeat(browser)
  loginJsKb = field.login === null ? null : await loginKb(browser, field.login)
} finally {
  await browser.close()
  await field.stop()
}

const lines = linesOf(results)
const goals = goalsOf(lines, loginJsKb, repeated)
const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  browser: browser.version(),
}
console.log(
  [
    '## board',
    '',
    `12 panels on 1280 x 1500, cold cache, medians of ${rounds} rounds in turns. ${machine.cores} cores, ` +
      `${machine.cpu}, Chromium ${machine.browser}. Ratios inside this table are what counts.`,
    '',
    table(lines, field.contestants),
    '',
    ...(loginJsKb === null ? [] : [`Login page: ${loginJsKb.toFixed(0)} KB of JS gz.`, '']),
    ...(repeated === null ? [] : [repeatTable(repeated), '']),
    ...goals.map(
      ({ text, found, atMost, unit }) =>
        `${found <= atMost ? 'met   ' : 'MISSED'} ${text}: ${found.toFixed(2)}${unit}, at most ${atMost}${unit}`,
    ),
  ].join('\n'),
)
await mkdir(join(root, 'bench/out'), { recursive: true })
const report = {
  at: new Date().toISOString(),
  machine,
  rounds,
  lines,
  goals,
  loginJsKb,
  repeated,
  results: Object.fromEntries(results),
}
await writeFile(join(root, 'bench/out/board.json'), `${JSON.stringify(report, null, 2)}\n`)
process.exitCode = goals.some(({ found, atMost }) => found > atMost) ? 1 : 0
