/** Work of the page's main thread during a trace. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** Tasks by the clock, and by the processor time they got, which a busy machine does not stretch. */
export interface Tasks {
  readonly longestMs: number
  readonly cpuMs: number
  readonly longestCpuMs: number
}

/** The categories to trace. */
export const TRACED = { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] }

export function tasksOf(trace: Buffer): Tasks {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  )
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && main.has(`${pid}:${tid}`),
  )
  const cpu = tasks.map(({ tdur = 0 }) => tdur / 1000)
  return {
    longestMs: Math.max(0, ...tasks.map(({ dur = 0 }) => dur / 1000)),
    cpuMs: cpu.reduce((sum, one) => sum + one, 0),
    longestCpuMs: Math.max(0, ...cpu),
  }
}
