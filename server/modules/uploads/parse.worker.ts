/** A thread that reads files, one at a time: what a hostile file takes from it, it takes from no other call. */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { parse } from './parse.ts'
import type { ParseJob } from './parse.ts'
import { FileProblem } from '../../lib/file-problem.ts'

// A wrong row is thrown to where it is noted, perhaps a million times: its stack is not read.
Error.stackTraceLimit = 0

/**
 * Between 0, everybody, and 19; low enough to let others go first, high enough to end in time on a machine that is
 * never idle.
 */
const BEHIND_OTHERS = 5
// On Linux a priority is that of the thread which sets it; elsewhere it would be that of the whole server.
if (process.platform === 'linux') {
  try {
    setPriority(BEHIND_OTHERS)
  } catch {
    // Where a sandbox forbids it the file is read all the same.
  }
}

async function answer(job: ParseJob): Promise<void> {
  // oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin
  try {
    const parsed = await parse(job)
    parentPort?.postMessage(
      { parsed },
      parsed.rows === null ? [] : Object.values(parsed.rows.columns).map(({ buffer }) => buffer as ArrayBuffer),
    )
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    parentPort?.postMessage({ problem: { code: error.code, message: error.message, details: error.details } })
  }
  // oxlint-enable unicorn/require-post-message-target-origin
}

parentPort?.on('message', (job: ParseJob) => {
  void answer(job)
})
