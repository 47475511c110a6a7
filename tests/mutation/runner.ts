/**
 * Tries every planned mutant in one process. A test first runs unchanged, which shows the mutants it meets; then once
 * more for each living mutant that it met, with that one switched on. Files come in rounds, cheap tests first, so that
 * few mutants are left when the dear ones run.
 *
 * Some mutants need their file run anew, with its modules loaded again: those that are met while a module loads or in a
 * hook, those of tests that cannot run twice, and those behind a cache. That is the last round, one mutant a time.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  TestRunner,
  type TestRunnerConfig,
  vi,
} from 'vitest'
import { type Entry, files, type Plan, readLog } from './plan.ts'
import { MutantSwitch } from './switch.ts'

interface Module {
  id: string
  file: string
  importers: Set<string>
  promise?: unknown
  exports?: unknown
  evaluated?: boolean
}
/** Internals of vitest: the files it has left to run, which may be added to, and the modules it has loaded. */
interface Inner {
  readonly workerState: { readonly ctx: { readonly files: Spec[] } }
  readonly moduleRunner: {
    readonly evaluatedModules: {
      readonly idToModuleMap: Map<string, Module>
      getModulesByFile: (file: string) => Set<Module> | undefined
    }
  }
  readonly _currentSpecification: Spec
}
interface Spec {
  readonly filepath: string
  readonly round?: Round
}
interface PlaceRound {
  readonly name: string
  readonly near: boolean
  /** Of computing. */
  readonly maxMs: number
  /** Only for mutants that no test has been tried with. */
  readonly isLastChance?: boolean
}
type Round = PlaceRound | { readonly fresh: string }

/** A module may be loaded by a hundred test files; what the first of them do not notice counts as survived. */
const MAX_FRESH_FILES = 12
const MAX_FRESH_FILES_OF_STATE = 3
/** At least; on a machine with other work a test may take many times what it computes. */
const FRESH_TIMEOUT_MS = 5000
/** A module that keeps something between two calls: a cache that was filled before a mutant came hides it. */
const KEEPS_STATE = /^(export )?(let |const \w+(: [^=]+)? = new (Weak)?Map)/m

const { setTimeout, clearTimeout } = globalThis
const paths = files(process.env.MUTATION_FOLDER ?? '')
const plan = JSON.parse(readFileSync(paths.plan, 'utf8')) as Plan
/** The first finds what each test meets and how long it takes. */
const ROUNDS: readonly Round[] = [
  { name: 'first look', near: true, maxMs: -1 },
  { name: 'near, cheap', near: true, maxMs: 40 },
  { name: 'cheap', near: false, maxMs: 40 },
  { name: 'near', near: true, maxMs: plan.maxMs },
  { name: 'far', near: false, maxMs: plan.maxMs },
  { name: 'dear', near: false, maxMs: Infinity, isLastChance: true },
]
const log = (entry: Entry) => appendFileSync(paths.log, `${JSON.stringify(entry)}\n`)
const before = existsSync(paths.log) ? readLog(paths.log) : []

const mutants = new MutantSwitch()
Object.assign(globalThis, { mutantSwitch: mutants })

const alive = new Set(Object.keys(plan.wanted))
const done = new Set<string>()
for (const entry of before) {
  if (entry.type === 'killed') alive.delete(entry.id)
  if (entry.type === 'done') done.add(entry.part)
}
const reportedIds = new Set(before.flatMap((entry) => (entry.type === 'covered' ? entry.ids : [])))
const spent = new Map<string, number>()
/** Mutants that a test of a bearable length was tried with. */
const triedInTime = new Set<string>()
/** By test and mutant, what a round has tried already. */
const tried = new Set<string>()

/** Findings of the first pass, kept for a process that has to start again after an endless loop. */
type Look = [
  met: [string, [string, number][]][],
  ms: [string, number][],
  byFile: [string, string[]][],
  loading: [string, number][],
  longest: [string, number][],
]
const [met = [], ms = [], byFile = [], loading = [], longest = []] = existsSync(paths.look)
  ? (JSON.parse(readFileSync(paths.look, 'utf8')) as Look)
  : []
const metByTest = new Map<string, ReadonlyMap<string, number>>(met.map(([test, ids]) => [test, new Map(ids)]))
const msByTest = new Map(ms)
const metByFile = new Map(byFile.map(([file, ids]) => [file, new Set(ids)]))
const metWhileLoading = new Map(loading)
/** Of the longest test of each file, on the clock. */
const longestByFile = new Map(longest)
const keepLook = () =>
  writeFileSync(
    paths.look,
    JSON.stringify([
      [...metByTest].map(([test, ids]) => [test, [...ids]]),
      [...msByTest],
      [...metByFile].map(([file, ids]) => [file, [...ids]]),
      [...metWhileLoading],
      [...longestByFile],
    ] satisfies Look),
  )

const freshFiles = new Map<string, Set<string>>()
/** Modules that were loaded while a mutant was active. */
const tainted = new Set<string>()

const pathOf = (id: string) => `${plan.root}/${plan.wanted[id] ?? ''}`
const isNear = (id: string, filepath: string) => dirname(pathOf(id)) === dirname(filepath)
const isAffordable = (id: string) => (spent.get(id) ?? 0) < plan.budgetMs

const states = new Map<string, boolean>()
function keepsState(file: string): boolean {
  const known = states.get(file) ?? KEEPS_STATE.test(readFileSync(file, 'utf8'))
  states.set(file, known)
  return known
}

function needsFresh(id: string, filepath: string) {
  const known = freshFiles.get(id) ?? new Set()
  freshFiles.set(id, known.add(filepath))
}

function kill(id: string, by: string, how: 'test' | 'fresh' | 'time') {
  alive.delete(id)
  log({ type: 'killed', id, by, how })
}

function report(met: ReadonlyMap<string, number>) {
  const ids = [...met.keys()].filter((id) => plan.wanted[id] !== undefined && !reportedIds.has(id))
  for (const id of ids) reportedIds.add(id)
  if (ids.length > 0) log({ type: 'covered', ids })
}

/** Of this process alone: the machine may have other work. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function inTime<T>(run: () => Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      run(),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('The test did not end in time.')), ms)
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}

export default class MutationRunner extends TestRunner {
  /** The file in this round; null while vitest prepares. */
  #round: Round | null = ROUNDS[0] ?? null
  #filepath = ''
  #isDirty = false
  #freshFailure: string | null = null
  #hooks = new Map<string, number>()

  constructor(config: TestRunnerConfig) {
    super(config)
    // Leftovers of a broken product fail no test by themselves.
    for (const event of ['unhandledRejection', 'uncaughtException'] as const) process.on(event, () => {})
  }

  get #inner() {
    return this as unknown as Inner
  }

  #start() {
    const { round, filepath } = this.#inner._currentSpecification
    this.#filepath = filepath
    this.#round = round ?? ROUNDS[0] ?? null
    this.#isDirty = false
    this.#freshFailure = null
  }

  /** Files that meet little come first: they are about it, and notice most of it. */
  #schedule() {
    const list = this.#inner.workerState.ctx.files
    const all = list
      .filter(({ round }) => round === undefined)
      .toSorted((a, b) => (metByFile.get(a.filepath)?.size ?? 0) - (metByFile.get(b.filepath)?.size ?? 0))
    keepLook()
    for (const round of ROUNDS.slice(1)) {
      const left = all.filter(({ filepath }) => !done.has(`${'name' in round ? round.name : ''}: ${filepath}`))
      list.push(...left.map((spec) => ({ ...spec, round })))
    }
  }

  #forget(file: string) {
    const modules = this.#inner.moduleRunner.evaluatedModules
    const gone = new Set<Module>()
    const forget = (module: Module) => {
      if (gone.has(module)) return
      gone.add(module)
      module.promise = undefined
      module.exports = undefined
      module.evaluated = false
      for (const importer of module.importers) {
        const found = modules.idToModuleMap.get(importer)
        if (found !== undefined) forget(found)
      }
    }
    for (const module of modules.getModulesByFile(file) ?? []) forget(module)
  }

  override async importFile(filepath: string, source: 'setup' | 'collect') {
    this.#start()
    log({ type: 'file', path: filepath })
    for (const file of tainted) this.#forget(file)
    tainted.clear()
    const id = this.#round !== null && 'fresh' in this.#round ? this.#round.fresh : ''
    if (id === '') {
      mutants.met = metWhileLoading
      try {
        await super.importFile(filepath, source)
      } finally {
        this.#hooks = new Map()
        mutants.met = this.#hooks
        report(metWhileLoading)
      }
      return
    }
    this.#forget(pathOf(id))
    tainted.add(pathOf(id))
    log({ type: 'begin', id })
    this.config.testTimeout = FRESH_TIMEOUT_MS + 20 * (longestByFile.get(filepath) ?? 0)
    mutants.met = null
    mutants.active = id
    mutants.hits = 0
    mutants.limit = 1_000_000
    await super.importFile(filepath, source)
  }

  override async onBeforeRunTask(test: RunnerTestCase) {
    if (this.#round === null) return
    if ('fresh' in this.#round) {
      if (this.#freshFailure !== null) test.mode = 'skip'
      // A file may take long; only one test that does not end is an endless loop.
      else log({ type: 'begin', id: this.#round.fresh })
    } else if (this.#isDirty || this.#wanted(test, this.#round).length === 0) test.mode = 'skip'
    await super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: RunnerTestCase) {
    if (this.#round !== null && 'fresh' in this.#round && test.result?.state === 'fail')
      this.#freshFailure ??= test.name
    super.onAfterRunTask(test)
  }

  /** Mutants to try with a test in a round; one that has not run yet is wanted for what it will meet. */
  #wanted(test: RunnerTestCase, round: PlaceRound): string[] {
    const met = metByTest.get(test.id)
    if (met === undefined) return ['']
    if ((msByTest.get(test.id) ?? 0) > round.maxMs || done.has(`${round.name}: ${this.#filepath}`)) return []
    return [...met.keys()].filter(
      (id) =>
        alive.has(id) &&
        isAffordable(id) &&
        !(round.isLastChance === true && triedInTime.has(id)) &&
        (!round.near || isNear(id, this.#filepath)) &&
        !tried.has(`${test.id} ${id}`),
    )
  }

  async runTask(test: RunnerTestCase) {
    const run = TestRunner.getTestFn(test)
    const round = this.#round
    if (round === null || 'fresh' in round) return run()
    const met = new Map<string, number>()
    mutants.met = met
    const [start, startCpu] = [performance.now(), cpuMs()]
    try {
      await run()
    } finally {
      mutants.met = this.#hooks
    }
    const ms = performance.now() - start
    msByTest.set(test.id, Math.min(cpuMs() - startCpu, msByTest.get(test.id) ?? Infinity))
    metByTest.set(test.id, met)
    longestByFile.set(this.#filepath, Math.max(ms, longestByFile.get(this.#filepath) ?? 0))
    metByFile.set(this.#filepath, new Set([...(metByFile.get(this.#filepath) ?? []), ...met.keys()]))
    report(met)
    const wanted = this.#wanted(test, round)
    if (wanted.length === 0) return
    mutants.met = null
    // A first run also fills caches, and a second one takes the time that is compared with.
    if ((await this.#again(test, '', 0, ms)) !== null) {
      for (const id of wanted) needsFresh(id, this.#filepath)
    } else for (const id of wanted) await this.#attempt(test, id, met.get(id) ?? 0, ms)
    mutants.met = this.#hooks
  }

  async #attempt(test: RunnerTestCase, id: string, hits: number, ms: number) {
    if (this.#isDirty) return
    tried.add(`${test.id} ${id}`)
    if ((msByTest.get(test.id) ?? 0) <= plan.maxMs) triedInTime.add(id)
    log({ type: 'begin', id })
    const start = cpuMs()
    const failure = await this.#again(test, id, hits, ms)
    if (mutants.hits === 0) needsFresh(id, this.#filepath)
    if (failure !== null) {
      // Noticed only when the same test does without it what it did before.
      if ((await this.#again(test, '', 0, ms)) === null) kill(id, `${this.#filepath} ${test.name}`, 'test')
      else {
        needsFresh(id, this.#filepath)
        this.#startOver(id)
      }
    }
    spent.set(id, (spent.get(id) ?? 0) + cpuMs() - start)
  }

  /** The mutant left something behind: the file has to run again, on fresh modules. */
  #startOver(id: string) {
    this.#isDirty = true
    tainted.add(pathOf(id))
    const list = this.#inner.workerState.ctx.files
    const at = list.indexOf(this.#inner._currentSpecification)
    list.splice(at + 1, 0, { ...this.#inner._currentSpecification, round: this.#round ?? undefined })
  }

  /** The test once more, with its hooks; what failed, or null. */
  async #again(test: RunnerTestCase, id: string, hits: number, ms: number): Promise<string | null> {
    const suites: RunnerTestSuite[] = []
    for (let suite: RunnerTestSuite | undefined = test.suite ?? test.file; suite !== undefined; suite = suite.suite)
      suites.unshift(suite)
    if (suites[0] !== test.file) suites.unshift(test.file)
    const hooks = (name: 'beforeEach' | 'afterEach') =>
      suites.flatMap((suite) => TestRunner.getSuiteHooks(suite)[name].map((hook) => ({ suite, hook })))
    const wasFaked = vi.isFakeTimers()
    mutants.limit = hits === 0 ? Infinity : 100 * hits + 1000
    mutants.hits = 0
    try {
      await inTime(
        async () => {
          for (const { suite, hook } of hooks('afterEach').toReversed()) await hook(test.context, suite)
          mutants.active = id
          this.onBeforeTryTask(test, { retry: 0, repeats: 0 })
          for (const { suite, hook } of hooks('beforeEach')) await hook(test.context, suite)
          await TestRunner.getTestFn(test)()
          this.onAfterTryTask(test)
        },
        2000 + 20 * ms,
      )
      return null
    } catch (error) {
      if (!wasFaked && vi.isFakeTimers()) vi.useRealTimers()
      return error instanceof Error ? error.message : String(error)
    } finally {
      mutants.active = ''
    }
  }

  override onAfterRunFiles(ran: RunnerTestFile[]) {
    super.onAfterRunFiles(ran)
    const round = this.#round
    if (round === null) return
    mutants.active = ''
    mutants.met = null
    if ('fresh' in round) {
      const failed = this.#freshFailure ?? (ran.some(({ result }) => result?.state === 'fail') ? 'loading' : null)
      if (failed !== null) kill(round.fresh, `${this.#filepath} ${failed}`, 'fresh')
    } else if (!this.#isDirty) {
      for (const id of this.#hooks.keys()) if (plan.wanted[id] !== undefined) needsFresh(id, this.#filepath)
      report(this.#hooks)
      const part = `${round.name}: ${this.#filepath}`
      if (!done.has(part)) log({ type: 'done', part })
    }
    const list = this.#inner.workerState.ctx.files
    if (list.at(-1) !== this.#inner._currentSpecification) return
    if (this.#inner._currentSpecification.round === undefined) this.#schedule()
    if (list.at(-1) === this.#inner._currentSpecification) this.#scheduleFresh()
  }

  #fresh: Iterator<Spec> | null = null

  #scheduleFresh() {
    this.#fresh ??= this.#freshSpecs()
    const { value, done: isLast } = this.#fresh.next()
    if (isLast === true)
      log({
        type: 'end',
        spent: Object.fromEntries([...spent].map(([id, ms]) => [id, Math.round(ms)])),
      })
    else this.#inner.workerState.ctx.files.push(value as Spec)
  }

  /** Test files that have to run anew for a mutant. */
  #freshFilesOf(id: string): string[] {
    const file = pathOf(id)
    const loading = metWhileLoading.has(id) ? this.#loading(file) : []
    const meeting = keepsState(file) ? this.#loading(file).filter((path) => metByFile.get(path)?.has(id)) : []
    const nearFirst = [...(freshFiles.get(id) ?? [])].toSorted(
      (a, b) => this.#nearness(b, file) - this.#nearness(a, file),
    )
    return [
      ...new Set([...nearFirst, ...loading.slice(0, MAX_FRESH_FILES), ...meeting.slice(0, MAX_FRESH_FILES_OF_STATE)]),
    ].slice(0, MAX_FRESH_FILES)
  }

  /** Test files that load a file, nearest first. */
  #loading(file: string): string[] {
    const modules = this.#inner.moduleRunner.evaluatedModules
    const seen = new Set<Module>()
    let edge = [...(modules.getModulesByFile(file) ?? [])]
    const found: string[] = []
    while (edge.length > 0) {
      for (const module of edge) if (!seen.has(module) && module.file.endsWith('.test.ts')) found.push(module.file)
      for (const module of edge) seen.add(module)
      edge = [...new Set(edge.flatMap(({ importers }) => [...importers]))]
        .flatMap((id) => modules.idToModuleMap.get(id) ?? [])
        .filter((module) => !seen.has(module))
    }
    return [...new Set(found)].toSorted((a, b) => this.#nearness(b, file) - this.#nearness(a, file))
  }

  /** Tests beside a file, those named after it above all. */
  #nearness(path: string, file: string): number {
    const stem = file.slice(0, -'.ts'.length)
    return (
      Number(dirname(path) === dirname(file)) + 2 * Number(path.startsWith(`${stem}.`) || path.startsWith(`${stem}-`))
    )
  }

  *#freshSpecs(): Generator<Spec> {
    const spec = this.#inner._currentSpecification
    for (const id of alive) {
      for (const filepath of this.#freshFilesOf(id)) {
        const start = cpuMs()
        if (alive.has(id) && isAffordable(id) && !done.has(`${id}: ${filepath}`))
          yield {
            ...spec,
            filepath,
            round: { fresh: id },
          }
        spent.set(id, (spent.get(id) ?? 0) + cpuMs() - start)
      }
    }
  }
}
