/** The frame of the schedule manager: its calls and the words of refusals. */
import { Outlet } from 'react-router'
import { scheduleApi } from '../api/schedule.ts'
import { ScheduleFrame } from '../features/schedule/schedule-frame.tsx'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { queryClient } from './queries.ts'

const ports = { api: scheduleApi(api.client), say: errorText }

export function ScheduleRoute() {
  return (
    <ScheduleFrame ports={ports} queries={queryClient}>
      <Outlet />
    </ScheduleFrame>
  )
}
