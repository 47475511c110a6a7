/** Starts the process that reads an import, receives its messages, and ends it when it is cancelled. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { IMPORT_NODE_OPTIONS } from '../../../lib/process-env.ts'
import type { ReadJob, ReadOutcome } from './read-job.ts'
import type { ReadMessage } from './read-process.ts'

/** Its own memory, besides what its database may hold. */
const MEMORY_MB = 384
/** A hundred million lines take some minutes. */
const TIME_MS = 3 * 3_600_000

export type ReadFailure = 'stopped' | 'late' | 'died'

/** Why nothing was read: cancelled, too slow, or dead (out of memory, of disk, or a defect). */
export class ReaderError extends Error {
  readonly why: ReadFailure

  constructor(why: ReadFailure, message: string) {
    super(message)
    this.name = 'ReaderError'
    this.why = why
  }
}

export interface Reader {
  /** @throws {ReaderError} */
  read(
    job: ReadJob,
    options: {
      readonly signal: AbortSignal
      readonly onProgress: (progress: Extract<ReadMessage, { progress: unknown }>['progress']) => void
    },
  ): Promise<ReadOutcome>
}

/** None of the server's own settings; only the folders of compiled code and of waiting files. */
function processEnv(): Record<string, string> {
  return Object.fromEntries(
    ['NODE_COMPILE_CACHE', 'TMPDIR', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  )
}

export function createReader({
  timeMs = TIME_MS,
  module = new URL('./read-process.ts', import.meta.url),
}: { timeMs?: number; module?: URL } = {}): Reader {
  return {
    read: (job, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        const child = fork(fileURLToPath(module), [], {
          execArgv: [...IMPORT_NODE_OPTIONS, `--max-old-space-size=${MEMORY_MB}`],
          env: processEnv(),
          stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        })
        let said = ''
        child.stderr?.on('data', (piece: Buffer) => {
          said = `${said}${piece.toString()}`.slice(-2000)
        })
        // Its database is free to be opened by others only when the process is gone.
        const end = (settle: () => void) => {
          clearTimeout(late)
          signal.removeEventListener('abort', stop)
          child.removeAllListeners()
          child.on('error', () => undefined)
          if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return settle()
          child.on('exit', settle)
          child.kill('SIGKILL')
        }
        const stop = () => end(() => reject(new ReaderError('stopped', 'Reading was cancelled.')))
        const late = setTimeout(
          () =>
            end(() =>
              reject(new ReaderError('late', `It could not be read within ${Math.round(timeMs / 60_000)} min.`)),
            ),
          timeMs,
        )
        child.on('message', (message: ReadMessage) => {
          if ('progress' in message) onProgress(message.progress)
          else if ('outcome' in message) end(() => resolve(message.outcome))
          else end(() => reject(new ReaderError('died', message.failure)))
        })
        child.on('error', (error) => end(() => reject(new ReaderError('died', error.message))))
        child.on('exit', (code, by) =>
          end(() =>
            reject(
              new ReaderError(
                'died',
                `The process that reads ended (${by ?? code}): ` +
                  (said.split('\n').find((line) => /Error|FATAL/.test(line)) ?? said.slice(0, 200)),
              ),
            ),
          ),
        )
        signal.addEventListener('abort', stop)
        if (signal.aborted) stop()
        else
          child.send(job, (error) => {
            if (error !== null) end(() => reject(new ReaderError('died', error.message)))
          })
      }),
  }
}
