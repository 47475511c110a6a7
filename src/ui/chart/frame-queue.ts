/**
 * Charts draw in animation frames, one draw per chart and change, and no frame longer than the budget: twelve charts
 * that change together take two or three frames, never one long task.
 */
const BUDGET_MS = 24

const jobs = new Map<object, () => void>()
let handle = 0

/** A draw that throws is reported as uncaught, and takes no other chart's draw with it. */
function draw(job: () => void) {
  try {
    job()
  } catch (cause) {
    reportError(cause)
  }
}

function run() {
  handle = 0
  const since = performance.now()
  for (const [owner, job] of jobs) {
    jobs.delete(owner)
    draw(job)
    if (performance.now() - since > BUDGET_MS) break
  }
  if (jobs.size > 0) handle = requestAnimationFrame(run)
}

/** Schedules a draw in the next frame; a second call of the same owner replaces the first. */
export function scheduleDraw(owner: object, job: () => void): void {
  jobs.delete(owner)
  jobs.set(owner, job)
  if (handle === 0) handle = requestAnimationFrame(run)
}

export function cancelDraw(owner: object): void {
  jobs.delete(owner)
}

/** Runs all scheduled draws now, for print. */
export function flushDraws(): void {
  for (const [owner, job] of jobs) {
    jobs.delete(owner)
    draw(job)
  }
}
