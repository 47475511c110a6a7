/** A thread that reads files, one at a time: what a hostile file takes from it, it takes from nobody else. */
import { parentPort } from 'node:worker_threads'
import { parse } from './parse.ts'
import type { ParseJob } from './parse.ts'
import { FileProblem } from './problem.ts'

// A wrong row is thrown to where it is noted, perhaps a million times: nobody reads where from.
Error.stackTraceLimit = 0

async function answer(job: ParseJob): Promise<void> {
  // oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin
  try {
    const parsed = await parse(job)
    parentPort?.postMessage({ parsed }, parsed.rows === null ? [] : Object.values(parsed.rows.columns).map(({ buffer }) => buffer as ArrayBuffer))
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    parentPort?.postMessage({ problem: { code: error.code, message: error.message, details: error.details } })
  }
  // oxlint-enable unicorn/require-post-message-target-origin
}

parentPort?.on('message', (job: ParseJob) => { void answer(job) })
