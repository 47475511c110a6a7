/** The downloads page: its calls, the words of refusals, and where a file goes. */
import { todayIn } from '#domain/days'
import { downloadsApi } from '../api/downloads.ts'
import { DownloadsFrame } from '../features/downloads/downloads-frame.tsx'
import { ManagePage } from '../features/downloads/manage-page.tsx'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { queryClient } from './queries.ts'
import { saveFile } from './save-file.ts'

const calls = downloadsApi(api.client)
const today = () => todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now())

export function DownloadsRoute() {
  return <DownloadsFrame api={calls} say={errorText} today={today} save={saveFile} queries={queryClient}><ManagePage /></DownloadsFrame>
}
