/**
 * The files that the first page will ask for one after the other (frame, route, texts, layout) set off with the first
 * script, and so does its first question. Nothing here decides anything: the guards do, and errors are shown by
 * the page that asks for the same later.
 */
import { type TextArea, warmAreas, warmTexts } from '#i18n'
import { tokens } from './api.ts'
import { preloadDashboard, warmDashboard } from './routes/dashboards.tsx'

const SIGNED_IN = /^\/users(?:\/|$)/
const DASHBOARD = /^\/users\/(?:foot\/)?dashboards\/view\/([\w-]{1,64})\/?$/
/** A session that is slow to answer keeps the reader waiting no longer than this for the first thing to look at. */
const DRAWN_WITHIN_MS = 150

const isSignedIn = (path: string) => tokens.get() !== null && SIGNED_IN.test(path)
const dashboardAt = (path: string) => (isSignedIn(path) ? DASHBOARD.exec(path)?.[1] : undefined)

/** The texts that the page at this address cannot begin without, beyond those of every page. */
export const firstAreas = (path: string): readonly TextArea[] => (dashboardAt(path) === undefined ? [] : ['dashboards'])

/**
 * `ready`: the texts are there. Resolves when the page is to be drawn: then, but for a dashboard when its questions are
 * out, because drawing takes the processor for as long as the server needs to answer them.
 */
export async function warmStart(path: string, ready: Promise<unknown>): Promise<void> {
  const pending = isSignedIn(path) ? warm(path, ready) : undefined
  await ready
  await Promise.race([
    pending,
    pending &&
      new Promise((late) => {
        setTimeout(late, DRAWN_WITHIN_MS)
      }),
  ])
}

async function warm(path: string, ready: Promise<unknown>): Promise<void> {
  warmTexts('home')
  void import('./signed-in-route.tsx').catch(() => undefined)
  const id = dashboardAt(path)
  if (id === undefined) return warmAreas()
  warmDashboard(id)
  void import('./dashboard-route.tsx').then(({ prepareLayout }) => prepareLayout(id)).catch(() => undefined)
  await preloadDashboard(id, ready)
}
