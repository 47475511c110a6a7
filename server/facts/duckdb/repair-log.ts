/**
 * A write-ahead log of the facts that is not whole. DuckDB refuses one that is damaged in the middle and takes one that
 * ends early for whole, so it is looked at first: what is good of it stays, the whole of it is set aside, and what
 * devices sent is read again from the journal, which keeps all that is not in the fact file itself.
 */
import { closeSync, copyFileSync, fsyncSync, openSync, truncateSync, writeSync } from 'node:fs'
import { basename } from 'node:path'
import { checkFactsLog, LOG_HEAD } from './facts-check.ts'

export interface RepairedLog {
  /**
   * False: as far as can be determined, only the unacknowledged write in progress at the end of the process is lost.
   */
  readonly isDamaged: boolean
  readonly text: string
}

/** For facts that no process has open. Null for a log that is whole. */
export function repairFactsLog(path: string, now: number): RepairedLog | null {
  const log = path === ':memory:' ? null : checkFactsLog(path)
  if (log === null || (log.goodBytes === log.bytes && log.isHeadGood)) return null
  const wal = `${path}.wal`
  const aside = `${wal}.${log.isDamaged ? `damaged-${now}` : 'torn'}`
  copyFileSync(wal, aside)
  truncateSync(wal, log.goodBytes)
  if (!log.isHeadGood) putHead(wal)
  const { isDamaged } = log
  const rest = log.bytes - log.goodBytes
  const text =
    rest === 0
      ? 'The first bytes of the log of the facts were damaged and are as they were again; nothing is missing.'
      : isDamaged
        ? `The log of the facts is damaged: ${rest} of ${log.bytes} bytes cannot be trusted. What devices sent is ` +
          'read again from the journal; other changes in it are missing.'
        : `The log of the facts ends in ${rest} bytes that are no whole transaction: it was being written when the ` +
          'server ended. What devices sent is read again from the journal.'
  return { isDamaged, text: `${text} It was set aside as ${basename(aside)}.` }
}

function putHead(wal: string): void {
  const file = openSync(wal, 'r+')
  try {
    writeSync(file, LOG_HEAD, 0, LOG_HEAD.length, 0)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
