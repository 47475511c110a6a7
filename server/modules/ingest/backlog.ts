/**
 * Accepted messages that are not in the facts yet, parsed in memory; where that is too much, or was lost, it is read
 * from the journal again.
 */
import { AppError } from '../../lib/errors.ts'
import type { IngestCounters } from './counters.ts'
import type { Directory } from './directory.ts'
import { isBefore, type Journal, type Position } from './journal.ts'
import { validateReadings, type ValidatedReadings, type ValidationOptions } from './validate-readings.ts'
import { READ, readRecord } from './read-record.ts'
import { createStage, type Stage } from './stage.ts'

interface BacklogParts {
  readonly journal: Pick<Journal, 'synced' | 'read'>
  readonly directory: Directory
  readonly validationOptions: (receivedAt: number, adapter: string) => ValidationOptions
  readonly counters: Pick<IngestCounters, 'refuse'>
  readonly log: { error(fields: object, message: string): void }
  /** Up to where the facts have it. */
  readonly applied: Position
  readonly limits: { readonly rows: number; readonly pieceBytes: number }
}

/** Readings to apply, and up to where they go. */
export interface Piece {
  readonly part: Stage
  readonly end: Position
}

export function createBacklog({ journal, directory, validationOptions, counters, log, applied, limits }: BacklogParts) {
  let done = applied
  let stage = createStage()
  /** The one that was applied last: its memory is used again. */
  let spare = createStage()
  let staged = done
  /** Not all messages behind `done` are in memory; they are read from the journal. */
  let spilled = isBefore(done, journal.synced)

  async function readAgain(): Promise<Piece | null> {
    const { entries, end } = await journal.read(done, limits.pieceBytes)
    if (entries.length === 0) {
      done = end
      return null
    }
    const part = createStage()
    for (const { record } of entries) {
      try {
        const messages = await readRecord(record, directory)
        const found = await directory.find(messages.map(({ device }) => device))
        part.take(
          validateReadings(messages, found, record, {
            ...validationOptions(record.receivedAt, record.adapter.replace(READ, '')),
            isReplay: true,
          }),
        )
      } catch (error) {
        // Whose it is cannot be asked now; it stays where it is until it can.
        if (error instanceof AppError && error.code === 'STORE_UNAVAILABLE') throw error
        // It was read once before it was accepted: by another version of the adapter.
        counters.refuse('JOURNAL_UNREADABLE')
        log.error(
          { err: error, adapter: record.adapter, receivedAt: record.receivedAt },
          'an accepted message could not be read again',
        )
      }
    }
    return { part, end }
  }

  return {
    /** Up to here the facts have it. */
    get done() {
      return done
    },

    /** Whether what is next is read from the journal. */
    get isSpilled() {
      return spilled
    },

    take(validated: ValidatedReadings, after: Position): void {
      if (spilled) return
      stage.take(validated)
      staged = after
      spilled = stage.rows > limits.rows
    },

    /** The next readings to apply, and up to where they go; null = none. */
    async next(): Promise<Piece | null> {
      if (!spilled || stage.rows > 0) {
        if (stage.rows === 0) return null
        const taken = { part: stage, end: staged }
        stage = spare
        spare = taken.part
        stage.clear()
        return taken
      }
      return readAgain()
    },

    /** Nothing was read: what comes from now on stays in memory, unless more is behind. False = nothing is left. */
    hasMore(): boolean {
      if (spilled && !isBefore(done, journal.synced)) spilled = false
      return stage.rows > 0 || (spilled && isBefore(done, journal.synced))
    },

    /** A piece is in the facts. */
    applied({ end }: Piece): void {
      done = end
      if (spilled && stage.rows === 0 && !isBefore(done, journal.synced)) spilled = false
    },

    /** A piece could not be applied. What was in memory is in the journal too. */
    failed(): void {
      stage.clear()
      spilled = true
    },
  }
}

export type Backlog = ReturnType<typeof createBacklog>
