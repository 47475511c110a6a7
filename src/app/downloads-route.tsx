/** The downloads page: its calls, the words of refusals, and where a file goes. */
import { todayIn } from '#domain/days'
import { downloadsApi } from '../api/downloads.ts'
import { DownloadsFrame } from '../features/downloads/downloads-frame.tsx'
import { ManagePage } from '../features/downloads/manage-page.tsx'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { queryClient } from './queries.ts'
import { saveFile } from './save-file.ts'

const today = () => todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now())
const ports = { api: downloadsApi(api.client), say: errorText, today, save: saveFile }

export function DownloadsRoute() {
  return (
    <DownloadsFrame ports={ports} queries={queryClient}>
      <ManagePage />
    </DownloadsFrame>
  )
}
