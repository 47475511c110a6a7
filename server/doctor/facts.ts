/** The facts: their log, their blocks, and what can be read of them. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import { contentOf } from '../facts/duckdb/damage.ts'
import type { BlockContent } from '../facts/duckdb/damage.ts'
import { checkBlocks, checkFactsLog } from '../facts/duckdb/facts-check.ts'
import { repairFactsLog } from '../facts/duckdb/repair-log.ts'
import { salvageFacts } from '../facts/duckdb/salvage.ts'
import type { Position } from '../modules/ingest/journal.ts'
import { note, sound } from './finding.ts'
import type { Finding } from './finding.ts'

const RESTORE = 'Restore the facts from a backup.'

export interface CheckedFacts {
  readonly findings: readonly Finding[]
  /** Up to where the facts have the journal; null = they cannot be read. */
  readonly applied: Position | null
}

/** For facts that no process has open. */
export async function checkFacts(path: string, now: number): Promise<CheckedFacts> {
  if (!existsSync(path))
    return {
      findings: [note('facts', `There are no facts at ${path} yet; the first start makes them.`)],
      applied: { segment: 0, place: 0 },
    }
  const findings: Finding[] = []
  const log = checkFactsLog(path)
  const isLogGood = log === null || (log.goodBytes === log.bytes && log.isHeadGood)
  if (!isLogGood) {
    findings.push({
      part: 'facts',
      kind: log.isDamaged ? 'lost' : 'wrong',
      text: log.isDamaged
        ? `The log of the facts is damaged: ${log.bytes - log.goodBytes} of ${log.bytes} bytes cannot be trusted.`
        : `The log of the facts ends in ${log.bytes - log.goodBytes} bytes that are no whole transaction, as after ` +
          'a kill.',
      repair: async () => ({
        text: repairFactsLog(path, now)?.text ?? 'It is whole by now.',
        isWhole: !log.isDamaged || log.goodBytes === log.bytes,
      }),
    })
  }
  const damaged: number[] = []
  let headers = 0
  let checked = 0
  for (const one of checkBlocks(path)) {
    checked += 1
    if (one === null) continue
    if (one.block === null) headers += 1
    else damaged.push(one.block)
  }
  const opened = await openForReading(path)
  if (opened === null) {
    if (isLogGood || headers + damaged.length > 0)
      findings.push({
        part: 'facts',
        kind: 'lost',
        text:
          `DuckDB cannot open the facts: ${headers} headers and ${damaged.length} of ${checked} blocks are not ` +
          `what was written. ${RESTORE}`,
      })
    else findings.push(note('facts', 'The blocks of the facts can be looked into once their log is repaired.'))
    return { findings, applied: null }
  }
  try {
    let isSound = isLogGood
    for (const block of damaged) {
      const content = await contentOf({ read: (sql) => opened.connection.run(sql) }, block)
      if (content === null) {
        findings.push(note('facts', `Block ${block} is not what was written and holds nothing that is in use.`))
        continue
      }
      isSound = false
      findings.push({ part: 'facts', kind: 'lost', text: textOf(block, content) })
    }
    if (findings.some(({ text }) => text.startsWith('Block') && !text.includes('nothing that is in use'))) {
      findings.push({
        part: 'facts',
        kind: 'lost',
        text: 'All that can be read can be copied into new facts; the damaged ones are set aside.',
        repair: async () => {
          const { text } = await salvageFacts(path)
          const aside = `${path}.damaged-${now}`
          renameSync(path, aside)
          rmSync(`${path}.wal`, { force: true })
          renameSync(`${path}.new`, path)
          return { text: `${text} The damaged file was set aside as ${basename(aside)}.`, isWhole: false }
        },
      })
    }
    if (isSound)
      findings.push(
        sound('facts', `All ${checked} headers and blocks of the facts that are in use are what was written.`),
      )
    return { findings, applied: await appliedIn(opened.connection) }
  } finally {
    opened.close()
  }
}

async function appliedIn(connection: DuckDBConnection): Promise<Position> {
  const [row] = await (
    await connection.run(`SELECT segment, CAST(place AS DOUBLE) FROM journal_position WHERE name = 'readings'`)
  )
    .getRows()
    .catch(() => [])
  return { segment: Number(row?.[0] ?? 0), place: Number(row?.[1] ?? 0) }
}

/** Up to where the facts have the journal, once they are repaired; null = they still cannot be read. */
export async function appliedOf(path: string): Promise<Position | null> {
  const opened = await openForReading(path)
  if (opened === null) return null
  try {
    return await appliedIn(opened.connection)
  } finally {
    opened.close()
  }
}

function textOf(block: number, { table, columns, from, clients }: BlockContent): string {
  const owner =
    clients === null
      ? 'whose is not known'
      : clients.length === 0
        ? 'no client is concerned'
        : `of client${clients.length === 1 ? '' : 's'} ${clients.join(', ')}`
  return (
    `Block ${block} is not what was written: ${columns.join(', ')} of table ${table} in ${from.length} ` +
    `group${from.length === 1 ? '' : 's'} of rows cannot be read, ${owner}. Other figures are answered.`
  )
}

async function openForReading(path: string): Promise<{ connection: DuckDBConnection; close(): void } | null> {
  try {
    const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' })
    try {
      const connection = await instance.connect()
      return {
        connection,
        close: () => {
          connection.closeSync()
          instance.closeSync()
        },
      }
    } catch (error) {
      instance.closeSync()
      throw error
    }
  } catch {
    return null
  }
}
