/** The frame of the schedule manager: its calls and the words of refusals. */
import { Outlet } from 'react-router'
import { scheduleApi } from '../api/schedule.ts'
import { ScheduleFrame } from '../features/schedule/schedule-frame.tsx'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { queryClient } from './queries.ts'

const calls = scheduleApi(api.client)

export function ScheduleRoute() {
  return <ScheduleFrame api={calls} say={errorText} queries={queryClient}><Outlet /></ScheduleFrame>
}
