/** What the schedule manager needs: its calls and the words of a refusal. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { ScheduleApi } from '../../api/schedule.ts'

export interface Schedule {
  readonly api: ScheduleApi
  /** The sentence of a refusal, in the reader's language. */
  readonly say: (cause: unknown) => string
}

const ScheduleContext = createContext<Schedule | null>(null)

/** Throws outside a `ScheduleFrame`. */
export function useSchedule(): Schedule {
  const schedule = use(ScheduleContext)
  if (schedule === null) throw new Error('This page stands outside the schedule manager: there is no ScheduleFrame around it.')
  return schedule
}

export interface ScheduleFrameProps extends Schedule { queries: QueryClient; children: ReactNode }

export function ScheduleFrame({ api, say, queries, children }: ScheduleFrameProps) {
  const schedule = useMemo(() => ({ api, say }), [api, say])
  return <QueryClientProvider client={queries}><ScheduleContext value={schedule}>{children}</ScheduleContext></QueryClientProvider>
}
