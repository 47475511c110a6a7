/** Where the page starts: texts, then the router in its providers. */
// First, so that every part's own sheet may overrule them.
import './storage-fallback.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import { hasFallbackTexts, hasTexts, initTexts, preferredLanguage } from '#i18n'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { isChunkError, reloadOnce } from './chunk-reload.ts'
import { isScreenPage, takeScreenToken } from './screen-entry.ts'
import { isSharedPage } from './shared-entry.ts'
import { startSession } from './session.ts'
import { installTrustedTypes } from './trusted-types.ts'
import { firstAreas, warmStart } from './warm-start.ts'
import { WithoutTexts } from './without-texts.tsx'

installTrustedTypes()
const { pathname } = window.location
// Before anything is asked: a token in the address is taken out of it.
if (isScreenPage(pathname)) takeScreenToken()
else if (!isSharedPage(pathname)) startSession()
const drawn = warmStart(pathname, initTexts(preferredLanguage(), firstAreas(pathname)))
// Without a network a reload would only lose what is on the page.
window.addEventListener('vite:preloadError', (event) => {
  if (navigator.onLine && isChunkError((event as Event & { payload?: unknown }).payload) && reloadOnce())
    event.preventDefault()
})

const place = document.getElementById('app')
if (place === null) throw new Error('APP_PLACE_MISSING: index.html has no element #app.')
// Not awaited at the top: the chunks that came meanwhile share this one, and would not run before it is over.
void drawn.then(async () => {
  const isReadable = hasTexts() || (await hasFallbackTexts())
  // Its texts may be of an older release, like any other file of the page.
  if (!isReadable && navigator.onLine && reloadOnce()) return
  createRoot(place).render(
    <StrictMode>{isReadable ? <App /> : <WithoutTexts language={preferredLanguage()} />}</StrictMode>,
  )
})
