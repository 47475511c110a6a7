/** Dashboards made by people: their documents come from the server, and go through the real guards. */
import type { DocumentGuards } from '#engine/core/guards'
import { documentGuards } from '#engine/core/document-guards'
import { ApiError } from '../api/client.ts'
import { dashboardsApi } from '../api/dashboards.ts'
import { api } from './api.ts'

const calls = dashboardsApi(api.client)

/** The text of a dashboard with the guards of documents; null when there is none that this account may open. */
export async function madeLayout(id: string): Promise<{ text: string; guards: DocumentGuards } | null> {
  try {
    return { text: (await calls.view(id)).text, guards: documentGuards }
  } catch (cause) {
    if (cause instanceof ApiError && (cause.status === 404 || cause.status === 400)) return null
    throw cause
  }
}
