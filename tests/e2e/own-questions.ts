/** Compare as a dashboard whose widgets ask a question each: what happens where more is asked than may be at once. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const OWN = {
  capture: 'compare.capconv',
  stay: 'compare.ins',
  newVsRepeat: 'compare.repetitions',
  repetition: 'compare.repetitionsLocal',
} as const

interface Written {
  queries: Record<string, { source: string; args?: object }>
  widgets: Record<string, { data: Record<string, { query: string; transform?: object }> }>
}

/** Makes it for who is signed in on this page. @returns its address */
export async function ownQuestions(page: Page): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../layouts/foot-compare.json'), 'utf8')
  const file = JSON.parse(text) as Written
  for (const [widget, source] of Object.entries(OWN)) {
    file.queries[widget] = { source, args: file.queries.main?.args ?? {} }
    file.widgets[widget]!.data.rows = { query: widget }
  }
  const id = await page.evaluate(
    async (document) => {
      const headers = { access_token: localStorage.getItem('access_token') ?? '', 'content-type': 'application/json' }
      const answer = await fetch('/api/dashboards', {
        method: 'POST',
        headers,
        body: JSON.stringify({ text: document }),
      })
      return answer.status === 201 ? ((await answer.json()) as { id: string }).id : await answer.text()
    },
    JSON.stringify({ ...file, _id: 'x', revision: 0, access: undefined }),
  )
  return `/users/dashboards/view/${id}`
}
