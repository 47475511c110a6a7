/** Ports of the schedule manager: its calls and error messages. */
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { ScheduleApi } from '../../api/schedule.ts'
import { useMemo } from 'react'
import { scheduleApi } from '../../api/schedule.ts'
import type { FrameProps } from '../lib/feature.ts'

export interface Schedule {
  readonly api: ScheduleApi
  /** The message of an error, in the reader's language. */
  readonly say: (cause: unknown) => string
}

export const [ScheduleFrame, useSchedule] = featureFrame<Schedule>('ScheduleFrame')

export function Frame({ ports: { client, say }, children }: FrameProps) {
  const ports = useMemo(() => ({ api: scheduleApi(client), say }), [client, say])
  return <ScheduleFrame ports={ports}>{children}</ScheduleFrame>
}
