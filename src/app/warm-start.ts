/**
 * The files that the first page will ask for one after the other (frame, route, texts, layout) set off with the first script, and so does its
 * first question. Nothing here decides anything: the guards do, and what fails is told by whoever asks for the same later.
 */
import { ensureTexts, warmTexts } from '#i18n'
import { tokens } from './api.ts'
import { openEarly, warmDashboard } from './routes/dashboards.tsx'

const SIGNED_IN = /^\/users(?:\/|$)/
const DASHBOARD = /^\/users\/(?:foot\/)?dashboards\/view\/([\w-]{1,64})\/?$/

/** `ready`: the texts that every page has are there. */
export function warmStart(path: string, ready: Promise<unknown>): void {
  if (tokens.get() === null || !SIGNED_IN.test(path)) return
  warmTexts('home')
  void import('./signed-in-route.tsx').catch(() => undefined)
  const [, id] = DASHBOARD.exec(path) ?? []
  if (id === undefined) return
  warmTexts('dashboards')
  warmDashboard(id)
  void import('./dashboard-route.tsx').then(({ prepareLayout }) => prepareLayout(id)).catch(() => undefined)
  void openEarly(id, ready.then(() => ensureTexts('dashboards')))
}
