/** Waits for a report that is being made. */
import type { ReportRun } from '#schemas/generated/entities/report-run.ts'
import type { ReportsApi } from '../../api/reports.ts'
import { isFinished } from './ports.ts'

const AGAIN_MS = 700

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, AGAIN_MS)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      },
      { once: true },
    )
  })

/** The run when it has ended; progress goes to `tell`. Rejects with the error of the server, or on `signal`. */
export async function finished(
  api: Pick<ReportsApi, 'run'>,
  first: ReportRun,
  signal: AbortSignal,
  tell: (run: ReportRun) => void = () => undefined,
): Promise<ReportRun> {
  let run = first
  tell(run)
  while (!isFinished(run.status)) {
    await pause(signal)
    run = await api.run(run.id, signal)
    tell(run)
  }
  return run
}
