/** The one connection of this page to its server. */
import { createApi, type TokenStore } from '#api'
import { ensureErrorText } from '#i18n'
import { changesFigures } from './changes-figures.ts'
import { reportBuild } from './new-build.ts'

const KEY = 'access_token'

export const tokens: TokenStore = {
  get: () => localStorage.getItem(KEY),
  set: (token) => localStorage.setItem(KEY, token),
  clear: () => localStorage.removeItem(KEY),
}

let leave: () => void = () => undefined
/** Called when the server no longer knows the session. Set once, by the session. */
export const onUnauthorized = (listener: () => void) => {
  leave = listener
}

let written: () => void = () => undefined
/** Called after a write. Set once, by the cache of answers. */
export const onWritten = (listener: () => void) => {
  written = listener
}
/** The server has finished a job that was started earlier. */
export const reportWritten = (): void => written()

/** The login page shows it, and leads back in when maintenance has ended. */
function toMaintenance(): void {
  if (!window.location.pathname.startsWith('/login')) window.location.assign('/login?error=MAINTENANCE')
}

export const api = createApi({
  tokens,
  onUnauthorized: () => leave(),
  onMaintenance: toMaintenance,
  onRefused: ensureErrorText,
  onBuild: (build) => reportBuild(build),
  onWritten: (path) => {
    if (changesFigures(path)) written()
  },
})
