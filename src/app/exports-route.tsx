/** The page of exports: its calls, the words of refusals, and the browser's own download. */
import { todayIn } from '#domain/days'
import { exportsApi } from '../api/exports.ts'
import { ExportsFrame } from '../features/downloads/exports/exports-frame.tsx'
import { ExportsPage } from '../features/downloads/exports/exports-page.tsx'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { queryClient } from './queries.ts'

const today = () => todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now())

/** The answer is a file to be saved, so the page stays. */
function download(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}

const ports = { api: exportsApi(api.client), say: errorText, today, download }

export function ExportsRoute() {
  return (
    <ExportsFrame ports={ports} queries={queryClient}>
      <ExportsPage />
    </ExportsFrame>
  )
}
