/**
 * Files are read in threads of their own, two at once; a thread that dies or takes too long is a refusal and nothing
 * more.
 */
import { Worker } from 'node:worker_threads'
import { AppError } from '../../lib/errors.ts'
import { FileProblem, tooMuch } from '../../lib/file-problem.ts'
import type { Parsed, ParseJob } from './parse.ts'

const AT_ONCE = 2
const WAITING = 10
const TIME_MS = 30_000
const MEMORY_MB = 256
/** Rows are short-lived: more room would only fill with garbage. */
const YOUNG_MB = 8
const RETRY_S = 10
/** A thread waits this long for the next file: a check is usually followed by its load. */
const IDLE_MS = 30_000
/** After a load of more rows than this a thread ends at once: writing them wants its memory. */
const SMALL_ROWS = 20_000

export interface Parser {
  /** @throws {AppError} UPLOAD_BUSY, or what is wrong with the file */
  parse(job: ParseJob): Promise<Parsed>
  close(): Promise<void>
}

/** A FileProblem as the thread sends it. */
type Problem = Pick<FileProblem, 'code' | 'message' | 'details'>

export interface ParserOptions {
  readonly worker?: URL
  readonly timeMs?: number
}

/** None of the server's own settings; only the folder of compiled code, without which the thread loads a compiler. */
function threadEnv(): Record<string, string> {
  const { NODE_COMPILE_CACHE: cache } = process.env
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }
}

export function createParser({
  worker = new URL('./parse.worker.ts', import.meta.url),
  timeMs = TIME_MS,
}: ParserOptions = {}): Parser {
  let running = 0
  let idle: { readonly thread: Worker; readonly timer: NodeJS.Timeout } | null = null
  const threads = new Set<Worker>()
  const waiting: (() => void)[] = []

  function take(): Worker {
    if (idle !== null) {
      const { thread, timer } = idle
      clearTimeout(timer)
      idle = null
      return thread
    }
    const thread = new Worker(worker, {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
      stderr: true,
      env: threadEnv(),
    })
    threads.add(thread)
    thread.on('exit', () => {
      threads.delete(thread)
      if (idle?.thread === thread) idle = null
    })
    return thread
  }

  /** One is kept if it may be. */
  function releaseBuffer(thread: Worker, mayStay: boolean): void {
    thread.removeAllListeners('message').removeAllListeners('error')
    if (!mayStay || idle !== null) {
      // Its remaining messages are about a cancelled file.
      thread.on('error', () => undefined)
      void thread.terminate()
      return
    }
    idle = {
      thread,
      timer: setTimeout(() => {
        idle = null
        void thread.terminate()
      }, IDLE_MS).unref(),
    }
    thread.on('error', () => undefined)
    thread.unref()
  }

  const run = (job: ParseJob): Promise<Parsed> =>
    new Promise((resolve, reject) => {
      const thread = take()
      const end = (mayStay: boolean, settle: () => void) => {
        clearTimeout(late)
        thread.off('exit', onExit)
        releaseBuffer(thread, mayStay)
        settle()
      }
      const late = setTimeout(
        () => end(false, () => reject(tooMuch(`it could not be read within ${timeMs / 1000} s`, `${timeMs / 1000} s`))),
        timeMs,
      )
      const onExit = () => end(false, () => reject(tooMuch('reading it was given up', 'one file')))
      thread.removeAllListeners('error')
      thread.on('message', ({ parsed, problem }: { parsed?: Parsed; problem?: Problem }) => {
        if (parsed !== undefined) end((parsed.rows?.length ?? 0) <= SMALL_ROWS, () => resolve(parsed))
        else if (problem !== undefined)
          end(true, () => reject(new FileProblem(problem.code, problem.message, problem.details)))
      })
      thread.on('error', () =>
        end(false, () => reject(tooMuch('reading it took more memory than there is for one file', `${MEMORY_MB} MB`))),
      )
      thread.on('exit', onExit)
      thread.ref()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(job)
    })

  return {
    async parse(job) {
      if (running >= AT_ONCE) {
        if (waiting.length >= WAITING)
          throw new AppError('UPLOAD_BUSY', 'Many files are being read at the moment; try again in a few seconds.', {
            retryAfterS: RETRY_S,
          })
        // The place of one that has ended is handed over, so that no other gets in between.
        await new Promise<void>((resolve) => {
          waiting.push(resolve)
        })
      } else running += 1
      try {
        return await run(job)
      } catch (error) {
        if (error instanceof FileProblem) throw new AppError(error.code, error.message, error.details)
        throw error
      } finally {
        const next = waiting.shift()
        if (next === undefined) running -= 1
        else next()
      }
    },
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()))
    },
  }
}
