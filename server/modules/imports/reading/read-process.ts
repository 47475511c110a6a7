/** A process that reads the files of one import and ends: what they take from it, they take from no other call. */
import { setPriority } from 'node:os'
import { readJob } from './read-job.ts'
import type { ReadJob, ReadOutcome } from './read-job.ts'
import type { ReadProgress } from './index.ts'

/** Its messages: the progress, and at the end the findings. */
export type ReadMessage =
  | {
      readonly progress: {
        readonly phase: Parameters<ReadProgress>[0]
        readonly done: number
        readonly of: number
        readonly lines: number
      }
    }
  | { readonly outcome: ReadOutcome }
  | { readonly failure: string }

/** Low enough to let others go first, high enough to end in time on a machine that is never idle. */
const BEHIND_OTHERS = 10
const TELL_MS = 250

async function answer(job: ReadJob): Promise<void> {
  try {
    setPriority(BEHIND_OTHERS)
  } catch {
    // Where a sandbox forbids it the files are read all the same.
  }
  let [phase, at] = ['', 0]
  const outcome = await readJob(job, (...progress) => {
    if (progress[0] === phase && performance.now() - at < TELL_MS) return
    ;[phase, at] = [progress[0], performance.now()]
    report({ progress: { phase: progress[0], done: progress[1], of: progress[2], lines: progress[3] } })
  }).then(
    (found): ReadMessage => ({ outcome: found }),
    (error: unknown): ReadMessage => ({
      failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    }),
  )
  report(outcome, () => process.exit(0))
}

const report = (message: ReadMessage, sent: () => void = () => undefined) => {
  process.send?.(message, undefined, undefined, sent)
}

process.on('message', (job: ReadJob) => {
  void answer(job)
})
// Its parent is gone: there is no one to report to.
process.on('disconnect', () => process.exit(0))
