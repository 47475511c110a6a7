/** Public holidays by country and region, from the holiday library in a thread of its own. */
import { Worker } from 'node:worker_threads'
import type { OfficialQuestion, OfficialAnswer } from './official-question.ts'

/** The thread ends when it is not asked, and its memory with it. */
const IDLE_MS = 30_000
/** Answers that are kept: a year of a region in one language is 2 KB. */
const KEPT = 200

interface Waiting {
  readonly resolve: (answer: OfficialAnswer) => void
  readonly reject: (cause: Error) => void
}

export function officialHolidays() {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let next = 0
  const waiting = new Map<number, Waiting>()
  const kept = new Map<string, Promise<OfficialAnswer>>()

  function fail(cause: Error): void {
    worker = null
    for (const { reject } of waiting.values()) reject(cause)
    waiting.clear()
  }

  function open(): Worker {
    const made = new Worker(new URL('./official-worker.ts', import.meta.url))
    made.unref()
    made.on('message', ({ id, answer }: { id: number; answer: OfficialAnswer }) => {
      waiting.get(id)?.resolve(answer)
      waiting.delete(id)
    })
    made.on('error', (error) => {
      if (worker === made) fail(error instanceof Error ? error : new Error(String(error)))
    })
    made.on('exit', () => {
      if (worker === made) fail(new Error('The thread of the holiday library has ended.'))
    })
    return made
  }

  function ask(question: OfficialQuestion): Promise<OfficialAnswer> {
    worker ??= open()
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (waiting.size === 0) void close()
    }, IDLE_MS)
    idle.unref()
    const id = (next += 1)
    const receiver = worker
    return new Promise<OfficialAnswer>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      receiver.postMessage({ id, question }, [])
    })
  }

  async function close(): Promise<void> {
    const old = worker
    worker = null
    clearTimeout(idle)
    await old?.terminate()
    fail(new Error('The holiday library was closed.'))
  }

  return {
    /** Holidays of one year, and what else can be chosen. Equal questions are answered once. */
    of(question: OfficialQuestion): Promise<OfficialAnswer> {
      const key = JSON.stringify([question.country, question.region, question.year, question.language])
      const known = kept.get(key)
      if (known !== undefined) return known
      const answer = ask(question)
      kept.set(key, answer)
      answer.catch(() => kept.delete(key))
      if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? '')
      return answer
    },
    close,
  }
}

export type OfficialHolidays = ReturnType<typeof officialHolidays>
