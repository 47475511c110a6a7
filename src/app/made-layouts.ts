/** Dashboards made by people: their documents come from the server, and go through the real guards. */
import { ApiError } from '../api/client.ts'
import { dashboardsApi } from '../api/dashboards.ts'
import { api } from './api.ts'
import { realGuards, type UncheckedLayout } from './real-guards.ts'

const calls = dashboardsApi(api.client)

/** The text of a dashboard with what checks it; null when there is none that this account may open. */
export async function madeLayout(id: string): Promise<UncheckedLayout | null> {
  try {
    return { text: (await calls.view(id)).text, ...realGuards }
  } catch (cause) {
    if (cause instanceof ApiError && (cause.status === 404 || cause.status === 400)) return null
    throw cause
  }
}
