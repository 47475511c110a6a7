/** Tables for people, files for machines. */
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Timing } from './rounds.ts'

export interface Section {
  readonly title: string
  /** Question to timings. */
  readonly questions: Readonly<Record<string, readonly Timing[]>>
}

export interface Target {
  readonly section: RegExp
  readonly questions: RegExp
  readonly ours: string
  readonly peer: string
  readonly atLeast: number
}

const figure = (ms: number) => (ms >= 100 ? ms.toFixed(0) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2))

/** Contestants down, questions across; a checksum that differs from the first contestant's is marked. */
export function markdown({ title, questions }: Section): string {
  const names = [...new Set(Object.values(questions).flatMap((timings) => timings.map(({ name }) => name)))]
  const rows = names.map(
    (name) => `| ${[name, ...Object.values(questions).map((timings) => cell(timings, name))].join(' | ')} |`,
  )
  return [
    `### ${title} (ms, medians)`,
    '',
    `| | ${Object.keys(questions).join(' | ')} |`,
    `|---|${Object.keys(questions)
      .map(() => '---|')
      .join('')}`,
    ...rows,
    '',
  ].join('\n')
}

function cell(timings: readonly Timing[], name: string): string {
  const found = timings.find((timing) => timing.name === name)
  if (found === undefined) return '-'
  return figure(found.ms) + (differs(found.checksum, timings[0]?.checksum as number) ? ' MISMATCH' : '')
}

/** NaN differs from everything. */
const differs = (a: number, b: number) => !(Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1))

export const mismatches = (sections: readonly Section[]): string[] =>
  sections.flatMap(({ title, questions }) =>
    Object.entries(questions).flatMap(([question, timings]) =>
      timings
        .filter(({ checksum }) => differs(checksum, timings[0]?.checksum as number))
        .map(({ name }) => `${title}: ${name} in ${question}`),
    ),
  )

/** One line per target: the ratio reached in each question it covers. */
export function verdicts(sections: readonly Section[], targets: readonly Target[]): { line: string; met: boolean }[] {
  return targets.flatMap(({ section, questions, ours, peer, atLeast }) =>
    sections
      .filter(({ title }) => section.test(title))
      .map(({ title, questions: all }) => {
        const ratios = Object.entries(all)
          .filter(([question]) => questions.test(question))
          .flatMap(([question, timings]) => {
            const [mine, theirs] = [ours, peer].map((name) => timings.find((timing) => timing.name === name)?.ms)
            return mine !== undefined && theirs !== undefined ? [{ question, ratio: theirs / mine }] : []
          })
        const met = ratios.length > 0 && ratios.every(({ ratio }) => ratio >= atLeast)
        return {
          met,
          line:
            `${met ? 'met   ' : 'MISSED'} ${title}: ${ours} against ${peer}, at least ${atLeast} x: ` +
            ratios.map(({ question, ratio }) => `${question} ${ratio.toFixed(1)} x`).join(', '),
        }
      }),
  )
}

/**
 * Prints the tables and writes `bench/out/<name>.json`. Returns the exit code: 1 when checksums differ or a target is
 * missed.
 */
export async function report(name: string, sections: readonly Section[], targets: readonly Target[]): Promise<number> {
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  const found = verdicts(sections, targets)
  const wrong = mismatches(sections)
  console.log(
    [
      `## ${name}`,
      '',
      `${machine.cores} cores, ${machine.cpu}, ${machine.memoryGB} GB. Ratios inside one table are what counts.`,
      '',
      ...sections.map(markdown),
      ...found.map(({ line }) => line),
      ...wrong.map((what) => `MISMATCH ${what}`),
    ].join('\n'),
  )
  const out = join(import.meta.dirname, '..', 'out')
  await mkdir(out, { recursive: true })
  const report = { name, at: new Date().toISOString(), machine, sections, targets: found, mismatches: wrong }
  await writeFile(join(out, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`)
  return wrong.length > 0 || found.some(({ met }) => !met) ? 1 : 0
}
