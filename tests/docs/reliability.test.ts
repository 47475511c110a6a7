/** docs/reliability.md: every goal has one row, and what a row leans on is there. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '../boundaries/import-table.ts'
import { hasTest } from './test-names.ts'

const root = repositoryRoot()
const page = readFileSync(join(root, 'docs/reliability.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const drills = readdirSync(join(root, 'scripts/drills')).flatMap((file) =>
  file.endsWith('.ts') ? [file.slice(0, -3)] : [],
)

/** How many goals each letter has. */
const GOALS = { A: 7, B: 7, C: 5, D: 16, E: 8, F: 5, G: 6, H: 4, I: 2, J: 3, K: 4 }
const ids = Object.entries(GOALS).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, i) => `${letter}${i + 1}`),
)

interface Row {
  readonly name: string
  readonly state: string
  readonly heldBy: string
  readonly rest: string
}
const rows = page
  .split('\n')
  .filter((line) => /^\| (?!-|goal |figure )/.test(line))
  .map((line): Row => {
    const cells = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    const [rest = '', heldBy = '', state = ''] = cells.toReversed()
    return { name: cells[0] ?? '', state, heldBy, rest }
  })
const goals = rows.filter(({ name }) => /^[A-K]\d+$/.test(name))
const figures = rows.filter((row) => !goals.includes(row))

/** `file › name; file › name; command`; a name may hold a semicolon itself. */
const partsOf = (cell: string) => (cell === '–' ? [] : cell.split(/; (?=\S+\.ts › |`)/))
const named = [...new Set(rows.flatMap(({ heldBy }) => partsOf(heldBy)))]
const tests = named
  .filter((part) => part.includes(' › '))
  .map((part) => {
    const [file = '', ...name] = part.split(' › ')
    return { file, name: name.join(' › ') }
  })

test('each goal has one row, in its order', () => {
  expect(goals.map(({ name }) => name)).toEqual(ids)
})

test('each row says whether it is met; what is met is held by something, and what is not says what is missing', () => {
  const wrong = rows.filter(({ state, heldBy, rest }) => {
    if (state === 'met') return heldBy === '–'
    if (state === 'in part') return heldBy === '–' || rest === '–'
    return state !== 'not met' || rest === '–'
  })
  expect(wrong).toEqual([])
  expect(figures).toHaveLength(10)
})

test('the counts of the page are those of its tables', () => {
  const count = (state: string) => goals.filter((goal) => goal.state === state).length
  const said = `${count('met')} goals are met, ${count('in part')} in part, ${count('not met')} are not met.`
  expect(page.replaceAll('\n', ' ')).toContain(said)
})

test.each(tests)('$file holds “$name”', ({ file, name }) => {
  expect(hasTest(file, readFileSync(join(root, file), 'utf8'), name)).toBe(true)
})

describe('a command of the page', () => {
  const commands = [...page.matchAll(/`npm run ([^`]+)`/g)].map(([, command]) => command!)

  test('is a script of the package, and a drill or a bench that is there', () => {
    const missing = commands.filter((command) => {
      const [script = '', dashes, name = ''] = command.split(' ')
      if (scripts[script] === undefined || (dashes !== undefined && dashes !== '--')) return true
      if (script === 'drill') return !drills.includes(name)
      return script === 'bench' && ![name, `${name}.ts`].some((part) => existsSync(join(root, 'bench', part)))
    })
    expect(missing).toEqual([])
    expect(commands.length).toBeGreaterThan(10)
  })

  test('names every drill', () => {
    expect(drills.filter((name) => !commands.some((command) => command.startsWith(`drill -- ${name}`)))).toEqual([])
  })

  test('that is a drill says in the list what it does', () => {
    const { stdout, status } = spawnSync(process.execPath, ['scripts/drill.ts'], { cwd: root, encoding: 'utf8' })
    expect(status).toBe(0)
    const said = stdout
      .trimEnd()
      .split('\n')
      .map((line) => /^(\S+) +(.+)$/.exec(line)?.slice(1) ?? [line])
    expect(said.map(([name]) => name)).toEqual(drills.toSorted())
    expect(said.filter(([, about = '']) => about.length < 30)).toEqual([])
  })

  test('is the only other thing that holds a goal', () => {
    expect(named.filter((part) => !part.includes(' › ') && !/^`npm run [^`]+`$/.test(part))).toEqual([])
  })

  test('asks by a variable that some test reads', () => {
    const text = [
      'server/fuzz.test.ts',
      'tests/fast-check.ts',
      'tests/layouts/fuzz.test.ts',
      'tests/crash/crash-loop.test.ts',
      'tests/crash/ingest-loop.test.ts',
      'server/modules/ingest/order.test.ts',
      'server/modules/uploads/corpus.test.ts',
      'server/facts/imports.test.ts',
      'tests/crash/upload-loop.test.ts',
    ]
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n')
    const variables = [...page.matchAll(/`([A-Z][A-Z_]+)\b[^`]*`/g)].map(([, name]) => name!)
    expect(variables.filter((name) => !text.includes(`process.env.${name}`))).toEqual([])
    expect(variables.length).toBeGreaterThan(5)
  })
})

test('what a row names in a decision is a decision', () => {
  const files = readdirSync(join(root, 'docs/decisions')).map((file) => Number(file.slice(0, 4)))
  const numbers = [...page.matchAll(/decision (\d+)/g)].map(([, number]) => Number(number))
  expect(numbers.filter((number) => !files.includes(number))).toEqual([])
  expect(numbers.length).toBeGreaterThan(5)
})
