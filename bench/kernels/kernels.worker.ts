import { encodeArrow } from '#domain/frame-arrow'
import { evaluate, indexFacts } from '#domain/facts/index'
import type { FactIndex } from '#domain/facts/index'
import type { Frame } from '#domain/frame'
import { openDuckDb } from '../peers/adapters.js'
import { serve } from '../lib/page.ts'
import type { Section } from '../lib/report.ts'
import { compete } from '../lib/rounds.ts'
import { hourlyRows, withIntegerDays } from '../lib/rows.ts'
import { duckContestant } from './duckdb.ts'
import { arqueroContestant, arqueroTable } from './arquero.ts'
import { loadSection } from './load.ts'
import { loopContestant } from './loops.ts'
import { objectContestant, rowObjects } from './objects.ts'
import { QUESTIONS } from './questions.ts'
import type { Question } from './questions.ts'
import { checkFrame } from './checks.ts'

export interface KernelMessage {
  readonly sizes: readonly number[]
  readonly rounds: number
}

serve(async ({ sizes, rounds }: KernelMessage, log) => {
  const sections: Section[] = []
  for (const size of sizes) {
    const frame = hourlyRows(size)
    const started = performance.now()
    const index = indexFacts(frame) as FactIndex
    for (const measure of QUESTIONS[0]?.query.measures ?? []) index.cube(measure)
    log(`${frame.rows} rows; index, rollup and cube in ${(performance.now() - started).toFixed(0)} ms`)
    const db = await openDuckDb(encodeArrow(withIntegerDays(frame)))
    const [table, rows] = [arqueroTable(frame), rowObjects(frame)]
    const questions: Record<string, Awaited<ReturnType<typeof compete>>> = {}
    for (const question of QUESTIONS) {
      questions[question.name] = await compete(
        [
          ours(question, frame, index),
          duckContestant(question, db),
          arqueroContestant(question, table),
          objectContestant(question, rows),
          loopContestant(question, frame),
        ],
        rounds,
      )
      log(`${frame.rows} rows, ${question.name}`)
    }
    await db.close()
    sections.push({ title: `${frame.rows} hourly rows`, questions })
  }
  for (const size of sizes) sections.push(await loadSection(size, Math.min(rounds, 5), log))
  return sections
})

function ours({ query }: Question, frame: Frame, index: FactIndex) {
  return { name: 'aforo', work: () => evaluate(query, frame, index), check: checkFrame(query) }
}
