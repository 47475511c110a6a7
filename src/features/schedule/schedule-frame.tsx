/** What the schedule manager needs: its calls and the words of a refusal. */
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { ScheduleApi } from '../../api/schedule.ts'

export interface Schedule {
  readonly api: ScheduleApi
  /** The sentence of a refusal, in the reader's language. */
  readonly say: (cause: unknown) => string
}

export const [ScheduleFrame, useSchedule] = featureFrame<Schedule>('ScheduleFrame')
