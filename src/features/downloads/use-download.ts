/**
 * One download at a time: its state, and how it is stopped (spec 2, section 4: ready, downloading, loading,
 * parsing, sorting).
 */
import { batchCounter } from '#domain/arrow-parts'
import { joinedBytes } from '#domain/bytes'
import { csvFileName } from '#domain/csv'
import type { DownloadFormat } from '#domain/download'
import type { DownloadOrder } from '#domain/download-order'
import type { DownloadQuery } from '#schemas/generated/api/download-query.ts'
import { type BuildStage, buildDownload } from '#workers/download'
import { useEffect, useRef, useState } from 'react'
import { daysIn } from './choice.ts'
import { useDownloads } from './downloads-frame.tsx'

export type Stage = 'ready' | 'downloading' | BuildStage

export type Outcome =
  | {
      readonly kind: 'saved'
      readonly name: string
      readonly rows: number
      readonly bytes: number
      readonly asOf: number | null
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'cancelled' }

export interface DownloadState {
  readonly stage: Stage
  /** Days that have arrived, of how many. */
  readonly days: { readonly done: number; readonly all: number }
  readonly bytes: number
  readonly outcome: Outcome | null
}

const READY: DownloadState = { stage: 'ready', days: { done: 0, all: 0 }, bytes: 0, outcome: null }

/** Several small pieces may come in a moment; the reader sees the last. */
async function readAll(answer: Response, onPiece: (piece: Uint8Array) => void): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  const reader = answer.body?.getReader()
  for (;;) {
    const step = await reader?.read()
    if (step === undefined || step.done) break
    pieces.push(step.value)
    onPiece(step.value)
  }
  return joinedBytes(pieces)
}

export function useDownload(): DownloadState & {
  start: (query: DownloadQuery, order: DownloadOrder) => void
  cancel: () => void
  forget: () => void
} {
  const { api, say, save } = useDownloads()
  const [state, setState] = useState(READY)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function run(query: DownloadQuery, order: DownloadOrder, signal: AbortSignal): Promise<Outcome> {
    const { format = 'csv' } = query
    // For every file format, the columns travel as Arrow.
    const answer = await api.open({ ...query, format: 'arrow' }, signal)
    const asOf = answer.headers.get('x-as-of')
    const count = batchCounter()
    const bytes = await readAll(answer, (piece) => {
      const done = count(piece)
      setState((now) => ({ ...now, days: { ...now.days, done }, bytes: now.bytes + piece.length }))
    })
    const { file, rows } = await buildDownload(bytes, {
      format,
      order,
      signal,
      onStage: (stage) => setState((now) => ({ ...now, stage })),
    })
    if (rows === 0) return { kind: 'empty' }
    const name = fileName(format)
    save(name, file)
    return { kind: 'saved', name, rows, bytes: file.size, asOf: asOf === null ? null : Number(asOf) }
  }

  const start = (query: DownloadQuery, order: DownloadOrder) => {
    if (running.current !== null) return
    const control = new AbortController()
    running.current = control
    setState({ ...READY, stage: 'downloading', days: { done: 0, all: daysIn(query) } })
    run(query, order, control.signal)
      .catch((cause: unknown): Outcome =>
        control.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', why: say(cause) },
      )
      .then(
        (outcome) => {
          running.current = null
          setState({ ...READY, outcome })
        },
        () => undefined,
      )
  }
  return {
    ...state,
    start,
    cancel: () => running.current?.abort(),
    forget: () => setState((now) => (now.outcome === null ? now : { ...now, outcome: null })),
  }
}

/** The name the specification gives an export, with the ending of the format. */
const fileName = (format: DownloadFormat) =>
  csvFileName(new Date()).replace(/csv$/, format === 'arrow' ? 'arrows' : format)
